/** Runs test files in this process, one after another, each as a suite with its own hooks; a single one as it is. */

import { describe } from 'node:test';
import { pathToFileURL } from 'node:url';

const [root = '', ...files] = process.argv.slice(2);
const load = (file: string) => import(new URL(file, pathToFileURL(`${root}/`)).href);
if (files.length === 1) await load(files[0] ?? '');
else for (const file of files) describe(file, () => load(file));
