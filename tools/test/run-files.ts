/** Runs test files one after another in this process, each as a suite with its own hooks; a single file runs without a suite. */

import { AsyncResource } from 'node:async_hooks';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endGroup, startGroup } from '@nameloan/testkit/group-teardown';
import { stopAsyncTracking } from './async-tracking.ts';

/** Exits after this time, because a resource that no test closed keeps the process alive. */
const maxEndMs = 30_000;

const [root = '', ...files] = process.argv.slice(2);
const load = (file: string) => import(new URL(file, pathToFileURL(`${root}/`)).href);
startGroup();
after(async () => {
  await endGroup();
  setTimeout(() => {
    process.stderr.write(`Still open after the last test: ${process.getActiveResourcesInfo()}\n`);
    process.exit(1);
  }, maxEndMs).unref();
});

let loaded = Promise.resolve();

/**
 * The test runner finds the suite of a test by the async context in which its file is evaluated. Concurrent imports mix
 * their contexts, so each import waits for the previous one and enters its suite's context again.
 */
function loadInSuite(file: string): Promise<void> {
  const suite = new AsyncResource('test file');
  return new Promise((done, reject) => {
    loaded = loaded.then(() =>
      suite.runInAsyncScope(async () => {
        await load(file).then(() => done(), reject);
      }),
    );
  });
}

if (files.length === 1) {
  await load(files[0] ?? '');
  stopAsyncTracking();
} else {
  const last = files.at(-1);
  for (const file of files)
    describe(file, async () => {
      await loadInSuite(file);
      if (file === last) stopAsyncTracking();
    });
}
