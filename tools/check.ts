/** `npm run check`: runs formatter, linter, types, boundaries and committed API descriptions concurrently. */

import { resolve } from 'node:path';
import { runChecks, runGenerate } from './test/checks.ts';

const root = resolve(import.meta.dirname, '..');
const results = await runChecks(root, runGenerate(root));
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
