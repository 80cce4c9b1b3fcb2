/** Executing operations: equal anonymous reads of one event-loop turn run once. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Keyring } from '@nameloan/security/keyring';
import { buildSchema, parse } from 'graphql';
import { ActorSigner, Caller } from '../auth/caller.ts';
import { internalSecret } from '../testing/fake-services.ts';
import { createExecute, operationOf } from './execute.ts';

const signer = new ActorSigner(new Keyring(internalSecret));
const origin = { ip: '127.0.0.1', userAgent: '', requestId: 'request-1' };
const visitor = new Caller({ kind: 'anonymous', ...origin }, signer);
const account = new Caller({ kind: 'account', accountId: 'a', sessionId: 's', ...origin }, signer);
const query = parse('query($n: Int) { list(n: $n) { amount } }');
const rich = parse('query($cents: Cents) { list(cents: $cents) { amount } }');
const mutation = parse('mutation { add }');

/** An executor that counts its runs and returns their number. */
function counting() {
  let runs = 0;
  const executor = async () => {
    const amount = ++runs;
    await turn();
    return { data: { list: [{ amount }] } };
  };
  const schema = buildSchema(
    'scalar Cents type Query { list(n: Int, cents: Cents): Int } type Mutation { add: Int }',
  );
  const plan = () => {
    throw new Error('all is left to the executor');
  };
  const supergraph = { schema, executor: executor as never, plan };
  const sourceOf = () => assert.fail('nothing is fetched');
  const execute = createExecute(supergraph, { timeoutMs: 1000, sourceOf });
  return { execute, runs: () => runs };
}

test('equal anonymous reads of one turn share a read, and each caller may modify its result', async () => {
  const { execute, runs } = counting();
  const ask = () => execute({ document: query, actor: visitor });
  const [one, two, three] = await Promise.all([ask(), ask(), ask()]);
  assert.equal(runs(), 1);
  const list = one.data?.list as { amount: number }[];
  assert.deepEqual(list, [{ amount: 1 }]);
  list[0] = { amount: -1 };
  assert.deepEqual(two.data, { list: [{ amount: 1 }] });
  assert.deepEqual(three.data, two.data);
});

test('no caller joins a running read, so no result is older than its request', async () => {
  const { execute, runs } = counting();
  const early = execute({ document: query, actor: visitor });
  while (runs() === 0) await turn();
  const late = execute({ document: query, actor: visitor });
  assert.deepEqual((await early).data, { list: [{ amount: 1 }] });
  assert.deepEqual((await late).data, { list: [{ amount: 2 }] });
});

test('different variables, accounts and mutations never share a read', async () => {
  const { execute, runs } = counting();
  await Promise.all([
    execute({ document: query, variables: { n: 1 }, actor: visitor }),
    execute({ document: query, variables: { n: 2 }, actor: visitor }),
    execute({ document: query, actor: account }),
    execute({ document: query, actor: account }),
    execute({ document: mutation, actor: visitor }),
    execute({ document: mutation, actor: visitor }),
  ]);
  assert.equal(runs(), 6);
});

test('a non-finite number shares no read with null or with its negative', async () => {
  const { execute, runs } = counting();
  const ask = (text: string) =>
    execute({ document: rich, variables: JSON.parse(text), actor: visitor });
  await Promise.all(['{"cents":null}', '{"cents":1e999}', '{"cents":-1e999}'].map(ask));
  assert.equal(runs(), 3);
});

test('callers that share a read and need only its text get the text serialized once', async (t) => {
  const { execute } = counting();
  const ask = () => execute({ document: query, actor: visitor });
  const [one, two] = await Promise.all([ask(), ask()]);
  const parsing = t.mock.method(JSON, 'parse');
  assert.equal(one.text, '{"list":[{"amount":1}]}');
  assert.equal(two.text, one.text);
  assert.equal(parsing.mock.callCount(), 0);
  assert.deepEqual(two.data, { list: [{ amount: 1 }] });
  assert.equal(parsing.mock.callCount(), 1);
  assert.equal((await ask()).text, undefined);
});

const heldBytes = () => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
};

test('unknown operation names are not cached, however many and long they are', () => {
  const documents = Array.from({ length: 20 }, (_, at) => parse(`query Known${at} { list }`));
  const before = heldBytes();
  for (const document of documents)
    for (let at = 0; at < 100; at++) {
      const name = JSON.parse(`"${at}${'x'.repeat(10_000)}"`);
      assert.equal(operationOf(document, name), null);
    }
  const kept = heldBytes() - before;
  assert.ok(kept < 5_000_000, `${kept} bytes`);
  assert.ok(documents.every((one) => operationOf(one, undefined) === one.definitions[0]));
});
