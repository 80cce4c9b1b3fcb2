/** A list that changes all the time is read once a second: at once, then after each second with changes. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { Keyring } from '@nameloan/security/keyring';
import { buildSchema, Kind, parse } from 'graphql';
import { ActorSigner, Caller } from '../auth/caller.ts';
import type { Execute } from '../graphql/execute.ts';
import { internalSecret } from '../testing/fake-services.ts';
import { compileSubscription } from './live-operation.ts';
import { Pace } from './pace.ts';
import { Subscriber } from './subscriber.ts';
import { SubscriptionGroup } from './subscription-group.ts';

const schema = buildSchema(`
  type Domain { id: ID! }
  type User { id: ID! balance: Int! }
  type Query { domain(id: ID!): Domain self: User }
  type Subscription { domainsChanged: Domain! balanceChanged: User! }
`);
const signer = new ActorSigner(new Keyring(internalSecret));
const actor = { kind: 'anonymous', ip: '127.0.0.1', userAgent: '', requestId: 'r1' } as const;

/** A group with a subscriber, the ids that were read, and the ids that were sent. */
function startGroup(t: TestContext, query: string) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const document = parse(query);
  const [definition] = document.definitions;
  assert.ok(definition?.kind === Kind.OPERATION_DEFINITION);
  const operation = compileSubscription(schema, document, definition);
  const reads: unknown[] = [];
  const execute: Execute = async ({ variables }) => {
    const id = variables?.live_item ?? 'self';
    reads.push(id);
    return { data: { [operation.responseKey]: { live_id: id, id, balance: reads.length } } };
  };
  const given = { args: {}, variables: {} };
  const group = new SubscriptionGroup({ operation, given, execute });
  const subscriber = new Subscriber(new Caller(actor, signer), () => {});
  group.join(subscriber, given);
  subscriber.goLive();
  const sent: unknown[] = [];
  void (async () => {
    for await (const { data } of subscriber) sent.push(Object.values(data ?? {})[0]);
  })();
  const settle = () => new Promise(setImmediate);
  /** Time passes, and reads that start then are answered. */
  const pass = async (ms: number) => {
    t.mock.timers.tick(ms);
    await settle();
  };
  return { group, reads, sent, settle, pass };
}

test('changes of a list are read at once, then once a second: each item once, with its newest state', async (t) => {
  const { group, reads, sent, settle, pass } = startGroup(
    t,
    'subscription { domainsChanged { id } }',
  );
  const change = (id: string) => group.handleSignal({ what: 'domain', id });
  change('d1');
  await settle();
  assert.deepEqual(reads, ['d1']);
  for (let at = 0; at < 100; at++) change(`d${2 + (at % 30)}`);
  await pass(999);
  assert.deepEqual(reads, ['d1'], 'within the second');
  await pass(1);
  const all = Array.from({ length: 31 }, (_, at) => `d${at + 1}`);
  assert.deepEqual(reads, all);
  assert.deepEqual(
    sent.map((one) => (one as { id: string }).id),
    all,
    'in the order of the signals',
  );
  change('d1');
  await pass(999);
  assert.equal(reads.length, 31, 'a second after the second read');
  await pass(1);
  assert.deepEqual(reads.at(-1), 'd1');
  group.close();
});

test('the totals of an account are read at once, then once a second while they change', async (t) => {
  const { group, reads, settle, pass } = startGroup(
    t,
    'subscription { balanceChanged { id balance } }',
  );
  for (let at = 0; at < 10; at++) group.handleSignal({ what: 'balance' });
  await settle();
  assert.equal(reads.length, 1);
  await pass(1_000);
  assert.equal(reads.length, 2);
  await pass(10_000);
  assert.equal(reads.length, 2, 'nothing changed');
  group.handleSignal({ what: 'balance' });
  await settle();
  assert.equal(reads.length, 3, 'at once after a pause');
  group.close();
});

test('lost access is noticed at once, whatever was read before', async (t) => {
  const { group, reads, settle } = startGroup(t, 'subscription { balanceChanged { id balance } }');
  group.handleSignal({ what: 'balance' });
  await settle();
  group.handleSignal({ what: 'rights' });
  await settle();
  assert.equal(reads.length, 2);
  group.close();
});

test('nothing runs after the last subscriber has left', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let runs = 0;
  const pace = new Pace(() => runs++, 1_000);
  pace.request();
  pace.request();
  pace.stop();
  t.mock.timers.tick(5_000);
  assert.equal(runs, 1);
});
