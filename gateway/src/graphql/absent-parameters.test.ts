/** Parameters of GraphQL over HTTP that count as absent. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestGateway } from '../testing/gateway.ts';

test('empty operation names and null parameters count as absent, over POST and GET', async (t) => {
  const replies = { 'Query.escrow': () => ({ id: 'mine' }) };
  const gateway = await startTestGateway({ replies }, t);
  const token = await gateway.token();
  const query = '{ escrow(id: "mine") { id } }';
  const expected = { escrow: { id: 'mine' } };
  const named = `query One ${query}`;
  const bodies = [
    { query, operationName: '' },
    { query, operationName: null, variables: null, extensions: null },
    { query: named, operationName: '', variables: {} },
    // Introspection is executed by Apollo Server.
    { query: '{ __typename }', operationName: '', variables: null, extensions: null },
  ];
  for (const body of bodies) {
    const answer = await gateway.call('POST', '/graphql', { token, body });
    assert.equal(answer.body.errors, undefined, JSON.stringify(body));
  }
  for (const rest of [
    'operationName=',
    'variables=null&extensions=null',
    'variables=&operationName=',
  ]) {
    const search = `query=${encodeURIComponent(query)}&${rest}`;
    const headers = { 'apollo-require-preflight': 'true' };
    const answer = await gateway.call('GET', `/graphql?${search}`, { token, headers });
    assert.deepEqual(answer.body.data, expected, rest);
  }
  const two = `${named} query Two ${query}`;
  const ambiguous = await gateway.call('POST', '/graphql', {
    token,
    body: { query: two, operationName: '' },
  });
  assert.equal(ambiguous.status, 400);
  const wrong = await gateway.call('POST', '/graphql', { token, body: { query, variables: '' } });
  assert.equal(wrong.status, 400);
});
