/** Thousands of random documents: a compiled document answers what graphql-js answers. */

import { testComparison } from '../../testing/compare-documents.ts';

// The thousands of generated errors need no stack.
Error.stackTraceLimit = 0;

testComparison('query', 3200);
testComparison('mutation', 400);
