/** Runs test files in this process, one after another, each as a suite with its own hooks; a single one as it is. */

import { after, describe } from 'node:test';
import { pathToFileURL } from 'node:url';

/** Whoever closes what he opened needs less; the rest would hold the process for ever. */
const longestEndMs = 30_000;

const [root = '', ...files] = process.argv.slice(2);
const load = (file: string) => import(new URL(file, pathToFileURL(`${root}/`)).href);
after(() => {
  setTimeout(() => {
    process.stderr.write(`Still open after the last test: ${process.getActiveResourcesInfo()}\n`);
    process.exit(1);
  }, longestEndMs).unref();
});
if (files.length === 1) await load(files[0] ?? '');
else for (const file of files) describe(file, () => load(file));
