/** `npm run check`: formatter, linter, types, boundaries and committed descriptions, side by side. */

import { resolve } from 'node:path';
import { runChecks, runGenerate } from './test/checks.ts';

const root = resolve(import.meta.dirname, '..');
const results = await runChecks(root, runGenerate(root));
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
