/** `npm run check`: formatter, linter, types, boundaries and committed descriptions, side by side. */

import { resolve } from 'node:path';
import { runChecks } from './test/checks.ts';

const results = await runChecks(resolve(import.meta.dirname, '..'));
process.exit(results.every(({ passed }) => passed) ? 0 : 1);
