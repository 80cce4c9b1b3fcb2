/** The fast path returns the same status, headers and body as Apollo Server. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApolloServer } from '@apollo/server';
import { DomainError } from '@nameloan/contracts/errors';
import type { Replies } from '../testing/fake-services.ts';
import type { TestGateway } from '../testing/gateway.ts';
import { startTestGateway } from '../testing/gateway.ts';

const replies: Replies = {
  'Query.escrow': ({ args }) => {
    if (args.id === 'bug') throw new Error('MongoServerError at /srv/secret.ts:12');
    if (args.id === 'mine') return { id: 'mine' };
    throw new DomainError('NOT_FOUND', 'There is no such loan.');
  },
  'Domain.offers': () => {
    throw new DomainError('FORBIDDEN', 'Not yours.', { reason: 'BUSY' });
  },
  'Mutation.makeOffer': ({ args }) => {
    if (args.amount === 7) return { id: 'offer-7' };
    throw new DomainError('INVALID_INPUT', 'Too much.', { fields: { amount: 'Too much.' } });
  },
};

const escrow = 'query($id: ID!) { escrow(id: $id) { id } }';
const offer = (amount: number) =>
  `mutation { makeOffer(domainId: "d", amount: ${amount}, term: 1, rate: 1) { id } }`;
const two = 'query A { self { id } } query B { self { name } }';

interface Case {
  what: string;
  body: unknown;
  /** Needs Apollo Server. */
  odd?: true;
  headers?: Record<string, string>;
}

const cases: Case[] = [
  { what: 'a query', body: { query: '{ self { id name } }' } },
  { what: 'a variable', body: { query: escrow, variables: { id: 'mine' } } },
  { what: 'a refusal', body: { query: escrow, variables: { id: 'none' } } },
  { what: 'a bug', body: { query: escrow, variables: { id: 'bug' } } },
  { what: 'no variables', body: { query: escrow } },
  { what: 'null as variables', body: { query: escrow, variables: null } },
  { what: 'a variable of another type', body: { query: escrow, variables: { id: { a: 1 } } } },
  {
    what: 'half an answer',
    body: { query: '{ listings { total listings { domain { offers } } } }' },
  },
  { what: 'a change', body: { query: offer(7) } },
  { what: 'a change that is refused', body: { query: offer(1) } },
  { what: 'one of two operations', body: { query: two, operationName: 'B' } },
  { what: 'none of two operations', body: { query: two }, odd: true },
  { what: 'an unknown operation', body: { query: two, operationName: 'C' }, odd: true },
  { what: 'an empty name', body: { query: '{ self { id } }', operationName: '' } },
  { what: 'null as name', body: { query: '{ self { id } }', operationName: null } },
  { what: 'a number as name', body: { query: '{ self { id } }', operationName: 7 }, odd: true },
  { what: 'text as variables', body: { query: escrow, variables: '{}' }, odd: true },
  { what: 'a list as variables', body: { query: escrow, variables: [] }, odd: true },
  { what: 'text as extensions', body: { query: '{ self { id } }', extensions: 'x' }, odd: true },
  { what: 'extensions', body: { query: '{ self { id } }', extensions: { a: 1 } } },
  {
    what: 'a stored document',
    body: { query: '{ self { id } }', extensions: { persistedQuery: { version: 1 } } },
    odd: true,
  },
  { what: 'its root alone', body: { query: '{ __typename }' }, odd: true },
  { what: 'its root as a sibling', body: { query: '{ __typename self { id } }' } },
  { what: 'the schema', body: { query: '{ __schema { queryType { name } } }' }, odd: true },
  {
    what: 'a subscription',
    body: { query: 'subscription { notificationAdded { id } }' },
    odd: true,
  },
  { what: 'no query', body: { variables: {} }, odd: true },
  { what: 'a number as query', body: { query: 7 }, odd: true },
  { what: 'nothing', body: undefined, odd: true },
  { what: 'a key that is not known', body: { query: '{ self { id } }', more: 1 } },
  {
    what: 'JSON by another name',
    body: JSON.stringify({ query: '{ self { id } }' }),
    headers: { 'content-type': 'application/json; charset=utf-8' },
  },
];

async function post(gateway: TestGateway, given: Case & { accept: string; token: string }) {
  const { body, token, accept } = given;
  const headers = { accept, 'x-request-id': 'request-of-this-test', ...given.headers };
  const answer = await gateway.call('POST', '/graphql', { body, token, headers });
  const shown = [...answer.headers].filter(([name]) => name !== 'date');
  return { status: answer.status, headers: Object.fromEntries(shown), body: answer.body };
}

for (const media of ['application/json', 'application/graphql-response+json']) {
  test(`${cases.length} requests get the same response as from Apollo Server, as ${media}`, async (t) => {
    const gateway = await startTestGateway(
      { replies, environment: { GRAPHQL_INTROSPECTION: 'on' } },
      t,
    );
    const token = await gateway.token();
    const apollo = t.mock.method(ApolloServer.prototype, 'executeHTTPGraphQLRequest');
    for (const [at, one] of cases.entries()) {
      // Apollo Server handles the first request of each Accept header.
      const given = { ...one, token, accept: `${media}, text/${at}` };
      const byApollo = await post(gateway, given);
      await post(gateway, { ...given, body: { query: '{ self { id } }' }, headers: {} });
      apollo.mock.resetCalls();
      const own = await post(gateway, given);
      assert.equal(apollo.mock.callCount(), one.odd ? 1 : 0, one.what);
      assert.deepEqual(own, byApollo, one.what);
    }
  });
}

test('a request that accepts no supported type is rejected every time', async (t) => {
  const gateway = await startTestGateway({}, t);
  const token = await gateway.token();
  const given = { what: '', body: { query: '{ self { id } }' }, accept: 'text/plain', token };
  for (let at = 0; at < 3; at++) assert.equal((await post(gateway, given)).status, 406);
});
