/** Runs test files in this process, one after another, each as a suite with its own hooks; a single one as it is. */

import { AsyncResource } from 'node:async_hooks';
import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';
import { endGroup, startGroup } from './at-end.ts';

/** A resource that no test closed would keep the process alive. */
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
 * The test runner finds the suite of a test by the async context in which its file is evaluated. Imports that run side
 * by side mix their contexts, so each waits for the one before it and enters its suite's context again.
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

if (files.length === 1) await load(files[0] ?? '');
else for (const file of files) describe(file, () => loadInSuite(file));
