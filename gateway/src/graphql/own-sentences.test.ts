/** Clients read our sentences, not those of the libraries that reject their requests. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { documentLimits } from '../limits.ts';
import type { TestGateway } from '../testing/gateway.ts';
import { startTestGateway } from '../testing/gateway.ts';

let gateway: TestGateway;
before(async () => {
  gateway = await startTestGateway();
});
after(() => gateway.stop());

test('each limit of a document has its sentence', async () => {
  const deep = `{ domains { domains { ${'listing { domain { '.repeat(6)} id ${'} }'.repeat(6)} } } }`;
  const aliases = `{ ${Array.from({ length: 31 }, (_, at) => `a${at}: self { id }`).join(' ')} }`;
  const many = 'id name '.repeat(150);
  const costly = `{ domains { domains { ${'listing { domain { '.repeat(3)} ${many} ${'} }'.repeat(3)} } } }`;
  const long = `{ self { ${'id '.repeat(documentLimits.tokens)} } }`;
  for (const [query, sentence, code] of [
    [deep, 'This operation is nested too deeply: at most 12 levels are allowed.', 'TOO_COMPLEX'],
    [aliases, 'This operation has too many aliases: at most 30 are allowed.', 'TOO_COMPLEX'],
    [costly, 'This operation is too complex. Request fewer fields, or split it.', 'TOO_COMPLEX'],
    [long, 'This document is too long: at most 1200 tokens are allowed.', 'INVALID_INPUT'],
  ] as const) {
    const { body } = await gateway.call('POST', '/graphql', { body: { query } });
    const [{ message, extensions }] = body.errors;
    assert.deepEqual([message, extensions.code], [sentence, code]);
  }
});

test('no sentence of a library that names its own settings reaches a client', async () => {
  const post = (raw: unknown) => gateway.call('POST', '/graphql', { body: raw });
  const get = (search: string) => gateway.call('GET', `/graphql?${search}`);
  const simple = { headers: { 'content-type': 'text/plain' } };
  for (const [answer, sentence] of [
    [await get('query=%7B__typename%7D'), /^Send the header “content-type: application\/json”/],
    [await gateway.call('GET', '/graphql', simple), /^Send the /],
    [await post({ variables: {} }), /^Send the operation in “query”\.$/],
    [await post({}), /^Send the operation /],
    [await post({ query: '{ __typename }', variables: '{}' }), /^“variables” is a JSON object/],
  ] as const) {
    const [{ message, extensions }] = answer.body.errors;
    assert.match(message, sentence);
    assert.equal(extensions.code, 'INVALID_INPUT');
  }
});
