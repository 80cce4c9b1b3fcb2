/** The cost of documents for their sender, and the limits of documents. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectSubscriber } from '@nameloan/driver/connect-subscriber';
import type { Caller } from '../auth/caller.ts';
import { documentRules, RateLimits } from '../limits.ts';
import { apiSchemaOf, readCommittedSupergraph } from '../supergraph.ts';
import type { CallOptions, TestGateway } from '../testing/gateway.ts';
import { startTestGateway } from '../testing/gateway.ts';
import { Documents, InvalidDocumentError } from './documents.ts';

const behindProxy = { environment: { TRUST_PROXY: 'loopback' } };
const codeOf = (answer: { body: { errors?: { extensions: { code: string } }[] } }) =>
  answer.body.errors?.[0]?.extensions.code;

function ask(gateway: TestGateway, query: string, more: CallOptions & { from?: string } = {}) {
  const { from, ...options } = more;
  const headers: Record<string, string> = from ? { 'x-forwarded-for': from } : {};
  return gateway.call('POST', '/graphql', { body: { query }, headers, ...options });
}

let last = 0;
/** A valid, new document that is planned over two services. */
const unique = () => {
  const inner = 'domain { name listed listing { estimatedValue domain { name offers } } }';
  const fields = Array.from({ length: 8 }, (_, at) => `a${at}: listing(id: "none") { ${inner} }`);
  return `query Q${last++} { ${fields.join(' ')} }`;
};

async function ownDocuments(): Promise<Documents> {
  return new Documents({
    schema: await apiSchemaOf(readCommittedSupergraph()),
    execute: async () => ({ data: null }),
    limits: new RateLimits({ on: false, addressPerMinute: 1, accountPerMinute: 1 }),
    rules: documentRules({ introspection: false }),
  });
}

/** Sends documents until one is rejected, at most a thousand; returns the responses. */
async function untilRefused(send: () => Promise<{ status: number }>): Promise<number> {
  for (let at = 0; at < 1000; at++) if ((await send()).status === 429) return at;
  return 1000;
}

test('documents with conditions take more of the cache: each counts with all its forms', async () => {
  const documents = await ownDocuments();
  const caller = { actor: { kind: 'anonymous' } } as Caller;
  const keep = async (head: string) => {
    for (let at = 0; at < 200; at++)
      await documents.read(`query Q${at}${head} ${'#'.repeat(3800)}\n}`, caller);
    return documents.texts().length;
  };
  const plain = await keep('{ loanBounds { maxTerm }');
  const conditions = '{ loanBounds { maxTerm @skip(if: $a) minTerm @include(if: $b) } ';
  const conditional = await keep(`($a: Boolean!, $b: Boolean!) ${conditions}`);
  assert.ok(plain > 50 && plain < 200, `${plain} kept`);
  assert.ok(conditional < plain / 2.5, `${conditional} of such as ${plain} without conditions`);
});

test('new documents are charged to their sender; known documents and other clients are unaffected', async (t) => {
  const gateway = await startTestGateway(behindProxy, t);
  const known = '{ listings { total } }';
  const abuser = '203.0.113.1';
  assert.equal((await ask(gateway, known, { from: abuser })).status, 200);
  const visitor = await untilRefused(() => ask(gateway, unique(), { from: abuser }));
  assert.ok(visitor > 2 && visitor < 300, `a visitor was let in with ${visitor}`);
  const refused = await ask(gateway, unique(), { from: abuser });
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
  assert.equal((await ask(gateway, known, { from: abuser })).status, 200);
  assert.equal((await ask(gateway, unique(), { from: '203.0.113.2' })).status, 200);
  const token = await gateway.token();
  for (let at = 0; at < visitor * 1.3; at++) {
    assert.equal((await ask(gateway, unique(), { from: abuser, token })).status, 200, 'a member');
  }
});

test('an invalid document is charged to its sender as well', async (t) => {
  const gateway = await startTestGateway(behindProxy, t);
  const wrong = () => ask(gateway, `{ ${'nothing '.repeat(400)} n${last++} }`);
  assert.ok((await untilRefused(wrong)) < 300);
});

test('each operation of a document is charged for its own plan', async (t) => {
  const gateway = await startTestGateway(behindProxy, t);
  const inner = 'domain { name listing { estimatedValue } }';
  const names = Array.from({ length: 40 }, (_, at) => `Q${at}`);
  const run = (document: number, operationName: string) => {
    const operations = names.map((name) => `query ${name} { listing(id: "none") { ${inner} } }`);
    const body = { query: `${operations.join(' ')} #${document}`, operationName };
    return gateway.call('POST', '/graphql', { body });
  };
  let sent = 0;
  const next = () => {
    const at = sent++;
    return run(Math.floor(at / names.length), names[at % names.length] ?? '');
  };
  const planned = await untilRefused(next);
  assert.ok(planned < 400, `${planned} plans were made`);
  assert.equal((await run(0, 'Q0')).status, 200, 'what is planned costs no more');
});

test('anonymous callers may send small documents, accounts larger ones, and no one huge ones', async (t) => {
  const gateway = await startTestGateway({}, t);
  const token = await gateway.token();
  const ofLength = (length: number) => `{ listings { total } } #${'x'.repeat(length - 24)}`;
  assert.equal((await ask(gateway, ofLength(4096))).status, 200);
  const refused = await ask(gateway, ofLength(4097));
  assert.deepEqual([refused.status, codeOf(refused)], [413, 'TOO_LARGE']);
  assert.equal((await ask(gateway, ofLength(16 * 1024), { token })).status, 200);
  assert.equal((await ask(gateway, ofLength(16 * 1024 + 1), { token })).status, 413);
  const byGet = `/graphql?query=${encodeURIComponent(ofLength(4097))}`;
  const headers = { 'apollo-require-preflight': '1' };
  assert.equal((await gateway.call('GET', byGet, { headers })).status, 413);
});

test('a document in a URL is parsed the way it is executed', async (t) => {
  const gateway = await startTestGateway(behindProxy, t);
  const odd = () => {
    const query = `${encodeURIComponent(unique())}%23%ff+%2b%ZZ`;
    const headers = { 'apollo-require-preflight': '1' };
    return gateway.call('GET', `/graphql?query=${query}`, { headers });
  };
  assert.equal((await odd()).status, 200);
  assert.ok((await untilRefused(odd)) < 300);
});

test('an anonymous caller may not load thousands of objects at once', async (t) => {
  const gateway = await startTestGateway({}, t);
  const query = `query ($limit: Int!) { ${Array.from(
    { length: 6 },
    (_, at) => `a${at}: listings(limit: $limit) { listings { domain { name } } }`,
  ).join(' ')} }`;
  const body = (limit: number) => ({ body: { query, variables: { limit } } });
  assert.equal(codeOf(await gateway.call('POST', '/graphql', body(100))), 'TOO_COMPLEX');
  assert.equal((await gateway.call('POST', '/graphql', body(5))).status, 200);
});

test('one request runs at most three mutations, however they are written', async (t) => {
  const gateway = await startTestGateway({}, t);
  const token = await gateway.token();
  const one = (at: number) => `a${at}: verifyDomain(id: "d${at}") { id }`;
  const some = (count: number) => Array.from({ length: count }, (_, at) => one(at)).join(' ');
  const seen = () => gateway.services.get('domains')?.seen.length;
  assert.equal((await ask(gateway, `mutation { ${some(3)} }`, { token })).status, 200);
  const before = seen();
  for (const query of [
    `mutation { ${some(4)} }`,
    `mutation { ...{ ${some(2)} } ...{ ${some(2)} } }`,
    `mutation { ...F ...G } fragment F on Mutation { ${some(2)} } fragment G on Mutation { ...F ${one(5)} }`,
    `mutation { ${some(3)} a9: verifyDomain(id: "d") @skip(if: false) { id } }`,
  ]) {
    const answer = await ask(gateway, query, { token });
    assert.deepEqual([answer.status, codeOf(answer)], [400, 'TOO_COMPLEX'], query);
  }
  assert.equal(seen(), before);
});

test('one request computes at most three loans, however they are written', async (t) => {
  const gateway = await startTestGateway({}, t);
  const plan = (at: number) =>
    `a${at}: planFigures(amount: 100000, rate: 1000, term: 30, start: "2027-01-10") { total }`;
  const balance = (at: number) =>
    `b${at}: balanceFigures(amount: 100000, rate: 1000, start: "2027-01-10", on: "2027-02-10") { payoff }`;
  const preview = `c: amendmentPreview(escrowId: "e", kind: RATE, terms: { rate: 1 }) { payoff }`;
  const some = (count: number) => Array.from({ length: count }, (_, at) => plan(at)).join(' ');
  const seen = () => gateway.services.get('lending')?.seen.length;
  assert.equal((await ask(gateway, `{ ${some(2)} ${balance(2)} __typename }`)).status, 200);
  const before = seen();
  for (const query of [
    `{ ${some(4)} }`,
    `{ ${some(2)} ${balance(2)} ${balance(3)} }`,
    `{ ${some(2)} ${balance(2)} ${preview} }`,
    `{ ...{ ${some(2)} } ...F } fragment F on Query { ...G } fragment G on Query { ${balance(2)} ${balance(3)} }`,
  ]) {
    const answer = await ask(gateway, query);
    assert.deepEqual([answer.status, codeOf(answer)], [400, 'TOO_COMPLEX'], query);
  }
  assert.equal(seen(), before);
});

test('nested fragment spreads cost only linear time in every operation', async () => {
  const documents = await ownDocuments();
  const caller = { actor: { kind: 'anonymous' } } as Caller;
  const names = Array.from({ length: 60 }, (_, at) => `F${at}`);
  for (const root of ['Query', 'Mutation', 'Subscription']) {
    const fragments = names.map((name, at) => {
      const inner = at === 0 ? '__typename' : `...F${at - 1} ...F${at - 1}`;
      return `fragment ${name} on ${root} { ${inner} }`;
    });
    const query = `${root.toLowerCase()} { ...F59 } ${fragments.join(' ')}`;
    // With exponential cost this would never finish.
    await assert.rejects(documents.read(query, caller), InvalidDocumentError);
  }
});

test('subscription documents are charged like any other, and a rejected one starts nothing', async (t) => {
  const gateway = await startTestGateway({ environment: { RATE_LIMITS: 'on' } }, t);
  const subscriber = connectSubscriber(gateway.url, await gateway.token());
  t.after(() => subscriber.dispose());
  const code = async () => {
    const names = Array.from({ length: 25 }, (_, at) => `v${at}: body`).join(' ');
    const query = `subscription S${last++} { notificationAdded { ${names} nothing } }`;
    const { errors } = await subscriber.watch(query).ended;
    return errors[0]?.extensions?.code;
  };
  let at = 0;
  while ((await code()) !== 'TOO_MANY_REQUESTS') assert.ok(++at < 1000, 'never refused');
});

test('the memory of an account’s subscriptions is limited, however few there are', async (t) => {
  const gateway = await startTestGateway({ environment: { RATE_LIMITS: 'off' } }, t);
  const subscriber = connectSubscriber(gateway.url, await gateway.token());
  t.after(() => subscriber.dispose());
  const watch = () => {
    const query = `subscription S${last++} { notificationAdded { id } } #${'x'.repeat(15_000)}`;
    return subscriber.watch(query).ended.then(({ errors }) => errors[0]?.extensions?.code);
  };
  assert.equal(await Promise.race([watch(), watch(), watch()]), 'TOO_MANY_REQUESTS');
});

test('a socket that sends too many messages is closed', async (t) => {
  const gateway = await startTestGateway({}, t);
  const subscriber = connectSubscriber(gateway.url, await gateway.token());
  void subscriber
    .watch('subscription { notificationAdded { id } }')
    .until(1)
    .catch(() => undefined);
  while (!subscriber.socket()) await new Promise((done) => setTimeout(done, 10));
  for (let at = 0; at < 1000; at++) subscriber.socket()?.send('{"type":"ping"}');
  assert.equal(await subscriber.closed, 4429);
});

test('the document cache is limited by memory and evicts the least recently used', async () => {
  const documents = await ownDocuments();
  const caller = { actor: { kind: 'account' } } as Caller;
  const text = (at: number) => `{ listings { total } } #${at}${'x'.repeat(16_000)}`;
  const first = await documents.read(text(0), caller);
  for (let at = 1; at < 200; at++) await documents.read(text(at), caller);
  assert.notEqual(await documents.read(text(0), caller), first, 'two hundred of them were kept');
  assert.equal(await documents.read(text(199), caller), await documents.read(text(199), caller));
});
