/** Compiled plans return the results of the stock executor, for thousands of random documents. */

import { testComparison } from '../testing/compare-executors.ts';

// Stack traces of thousands of generated errors are slow and unused.
Error.stackTraceLimit = 0;

testComparison({ kind: 'query', count: 800, runs: 5, errorEvery: 40 });
testComparison({ kind: 'query', count: 200, runs: 5, errorEvery: 8 });
testComparison({ kind: 'mutation', count: 75, runs: 4, errorEvery: 20 });
