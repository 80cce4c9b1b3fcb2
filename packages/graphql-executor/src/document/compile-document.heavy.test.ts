/** Compiled documents return the results of graphql-js, for thousands of random documents. */

import { testComparison } from '@nameloan/testkit/graphql/compare-documents';

// Stack traces of thousands of generated errors are slow and unused.
Error.stackTraceLimit = 0;

testComparison('query', 3200);
testComparison('mutation', 400);
