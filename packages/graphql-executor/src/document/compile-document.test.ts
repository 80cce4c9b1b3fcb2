/** Compiled documents have the results of graphql-js: the same data, errors and paths for any document. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSchema, testComparison } from '@nameloan/testkit/graphql/compare-documents';
import { isObjectType, parse } from 'graphql';
import { compileDocument } from './compile-document.ts';

// Stack traces of generated errors are slow and unused.
Error.stackTraceLimit = 0;

// A sample of compile-document.heavy.test.ts.
testComparison('query', 200);
testComparison('mutation', 60);

test('a subscription, an unknown operation and types with isTypeOf are left to graphql-js', () => {
  const schema = makeSchema();
  assert.equal(compileDocument(schema, parse('query One { word }'), 'Two'), undefined);
  const part = schema.getType('Part');
  if (isObjectType(part)) part.isTypeOf = () => true;
  assert.equal(compileDocument(schema, parse('{ word }')), undefined);
});
