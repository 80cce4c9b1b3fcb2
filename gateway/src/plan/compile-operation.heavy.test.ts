/** Thousands of random documents: a compiled plan answers what the stock executor answers. */

import { testComparison } from '../testing/compare-executors.ts';

// The thousands of generated errors need no stack.
Error.stackTraceLimit = 0;

testComparison({ kind: 'query', count: 1600, runs: 5, wrong: 40 });
testComparison({ kind: 'query', count: 400, runs: 5, wrong: 8 });
testComparison({ kind: 'mutation', count: 150, runs: 4, wrong: 20 });
