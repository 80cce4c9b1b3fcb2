/** Live subscriptions: nothing lost, nothing twice, nothing to whom it does not belong. */

import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { accountTopic, escrowTopic } from '@nameloan/contracts/topics.ts';
import type { TestGateway } from '../testing/gateway.ts';
import { startTestGateway } from '../testing/gateway.ts';
import type { Answers, Given } from '../testing/stand-ins.ts';
import { connectSubscriber } from '../testing/subscriber.ts';

/** What the stand-ins answer from: one loan, its chat, who may see it. */
const loan = {
  messages: [] as { id: string; message: string }[],
  status: 'NEW',
  mayNotSee: new Set<string>(),
  reads: 0,
  /** Runs while a list is read: what happens between query and subscription. */
  whileListing: () => {},
  down: 0,
};

const accountOf = ({ actor }: Given) => (actor.kind === 'account' ? actor.accountId : '');
const mayRead = (given: Given) => {
  if (loan.down-- > 0) throw new DomainError('UNAVAILABLE', 'A part is down.');
  if (loan.mayNotSee.has(accountOf(given)))
    throw new DomainError('NOT_FOUND', 'There is no such loan.');
};
const newer = (after: unknown) => {
  const at = loan.messages.findIndex((one) => one.id === after);
  return loan.messages.slice(at + 1);
};

const answers: Answers = {
  'Query.escrow': (given) => {
    mayRead(given);
    const role = accountOf(given) === 'lender' ? 'LENDER' : 'BORROWER';
    return { id: given.args.id, status: loan.status, role };
  },
  'Query.escrowMessages': (given) => {
    mayRead(given);
    const found = newer(given.args.after);
    loan.whileListing();
    return found;
  },
  'Query.escrowMessage': (given) => {
    mayRead(given);
    loan.reads++;
    const found = loan.messages.find((one) => one.id === given.args.id);
    if (!found) throw new DomainError('NOT_FOUND', 'There is no such message.');
    return found;
  },
  'Query.notifications': () =>
    [...loan.messages].reverse().map((one) => ({ id: one.id, body: one.message })),
  'Query.notification': (given) => ({ id: given.args.id, body: `to ${accountOf(given)}` }),
};

let gateway: TestGateway;

before(async () => {
  gateway = await startTestGateway({ answers });
});
after(() => gateway.stop());
beforeEach(() => {
  loan.messages = [];
  loan.status = 'NEW';
  loan.mayNotSee.clear();
  loan.reads = 0;
  loan.whileListing = () => {};
  loan.down = 0;
});

const onMessage =
  'subscription($id: ID!, $after: ID) { added: escrowMessageAdded(escrowId: $id, after: $after) { message } }';
const onChange = 'subscription($id: ID!) { escrowChanged(escrowId: $id) { id status role } }';

function say(id: string): void {
  loan.messages.push({ id, message: `message ${id}` });
  gateway.bus.announce(escrowTopic('e1'), { what: 'message', id });
}

async function connect(accountId: string, wish: { sessionId?: string; lifeSeconds?: number } = {}) {
  return connectSubscriber(gateway.url, await gateway.token({ accountId, ...wish }));
}

/** Waits for a condition that no event announces. */
async function eventually(what: string, holds: () => boolean): Promise<void> {
  const untilMs = Date.now() + 5000;
  while (!holds()) {
    if (Date.now() > untilMs) assert.fail(`never: ${what}`);
    await pause(5);
  }
}

const messages = (events: readonly { data?: unknown }[]) =>
  events.map(({ data }) => (data as { added: { message: string } }).added.message);

test('what is newer than `after` is replayed first, in order, then what comes live, each once', async () => {
  for (const id of ['m1', 'm2', 'm3']) loan.messages.push({ id, message: `message ${id}` });
  // m4 is sent while the list is read: it is in neither, or in both, unless the order is right.
  let sent = false;
  loan.whileListing = () => {
    if (sent) return;
    sent = true;
    say('m4');
  };
  const borrower = await connect('borrower');
  const watching = borrower.watch(onMessage, { id: 'e1', after: 'm1' });
  await watching.until(3);
  say('m5');
  gateway.bus.announce(escrowTopic('e1'), { what: 'message', id: 'm4' });
  say('m6');
  const events = await watching.until(5);
  assert.deepEqual(messages(events), [
    'message m2',
    'message m3',
    'message m4',
    'message m5',
    'message m6',
  ]);
  assert.deepEqual(Object.keys((events[0]?.data as { added: object }).added), ['message']);
  await borrower.dispose();
});

test('a notification reaches its account only, what is newer than `after` oldest first', async () => {
  loan.messages = [
    { id: 'n1', message: 'first' },
    { id: 'n2', message: 'second' },
  ];
  const one = await connect('one');
  const other = await connect('other');
  const query = 'subscription { notificationAdded(after: "n0") { id body } }';
  const mine = one.watch(query);
  const theirs = other.watch(query);
  await Promise.all([mine.until(2), theirs.until(2)]);
  gateway.bus.announce(accountTopic('one'), { what: 'notification', id: 'n3' });
  gateway.bus.announce(accountTopic('other'), { what: 'notification', id: 'n4' });
  const bodies = (events: readonly { data?: unknown }[]) =>
    events.map(
      ({ data }) => (data as { notificationAdded: { body: string } }).notificationAdded.body,
    );
  assert.deepEqual(bodies(await mine.until(3)), ['first', 'second', 'to one']);
  assert.deepEqual(bodies(await theirs.until(3)), ['first', 'second', 'to other']);
  await Promise.all([one.dispose(), other.dispose()]);
});

test('a loan is sent as it is, then whenever it changed, to each as that one sees it', async () => {
  const borrower = await connect('borrower');
  const lender = await connect('lender');
  const left = borrower.watch(onChange, { id: 'e1' });
  const right = lender.watch(onChange, { id: 'e1' });
  await Promise.all([left.until(1), right.until(1)]);
  loan.status = 'DOMAIN_IN_CUSTODY';
  gateway.bus.announce(escrowTopic('e1'), { what: 'changed' });
  const state = (event: { data?: unknown } | undefined) =>
    (event?.data as { escrowChanged: object }).escrowChanged;
  assert.deepEqual((await left.until(2)).map(state), [
    { id: 'e1', status: 'NEW', role: 'BORROWER' },
    { id: 'e1', status: 'DOMAIN_IN_CUSTODY', role: 'BORROWER' },
  ]);
  assert.deepEqual(state((await right.until(2))[1]), {
    id: 'e1',
    status: 'DOMAIN_IN_CUSTODY',
    role: 'LENDER',
  });
  await Promise.all([borrower.dispose(), lender.dispose()]);
});

test('many watchers of one chat cost one read a message', async () => {
  const subscribers = await Promise.all(
    ['borrower', 'lender', 'third'].map((name) => connect(name)),
  );
  const watching = subscribers.flatMap((one) =>
    [1, 2, 3].map(() => one.watch(onMessage, { id: 'e1', after: '' })),
  );
  const stateFirst = subscribers.map((one) => one.watch(onChange, { id: 'e1' }));
  await Promise.all(stateFirst.map((one) => one.until(1)));
  say('m1');
  say('m2');
  const all = await Promise.all(watching.map((one) => one.until(2)));
  for (const events of all) assert.deepEqual(messages(events), ['message m1', 'message m2']);
  assert.ok(loan.reads <= 2, `${loan.reads} reads`);
  await Promise.all(subscribers.map((one) => one.dispose()));
});

test('who has no right gets the reason and the end, at once', async () => {
  loan.mayNotSee.add('stranger');
  const stranger = await connect('stranger');
  for (const query of [onMessage, onChange]) {
    const { errors } = await stranger.watch(query, { id: 'e1' }).ended;
    assert.equal(errors[0]?.extensions?.code, 'NOT_FOUND');
  }
  await stranger.dispose();
});

test('a subscription ends when the right is lost, and nothing comes after', async () => {
  for (const topic of [escrowTopic('e1'), accountTopic('operator')]) {
    loan.mayNotSee.clear();
    const operator = await connect('operator');
    const borrower = await connect('borrower');
    const chat = operator.watch(onMessage, { id: 'e1', after: 'none' });
    const state = operator.watch(onChange, { id: 'e1' });
    const stays = borrower.watch(onMessage, { id: 'e1', after: 'none' });
    say(`before ${topic}`);
    await Promise.all([chat.until(1), state.until(1), stays.until(1)]);
    loan.mayNotSee.add('operator');
    gateway.bus.announce(topic, { what: 'rights' });
    for (const watching of [chat, state]) {
      const { errors } = await watching.ended;
      assert.equal(errors[0]?.extensions?.code, 'NOT_FOUND');
    }
    const seen = chat.events.length;
    say(`after ${topic}`);
    await eventually('the other still hears', () => stays.events.length > 1);
    assert.equal(chat.events.length, seen);
    await Promise.all([operator.dispose(), borrower.dispose()]);
  }
});

test('one who lost the right without a signal does not cost the others their message', async () => {
  const operator = await connect('operator');
  const borrower = await connect('borrower');
  const gone = operator.watch(onMessage, { id: 'e1', after: 'none' });
  const gate = operator.watch(onChange, { id: 'e1' });
  await gate.until(1);
  const stays = borrower.watch(onMessage, { id: 'e1', after: 'none' });
  const gate2 = borrower.watch(onChange, { id: 'e1' });
  await gate2.until(1);
  loan.mayNotSee.add('operator');
  say('m1');
  assert.deepEqual(messages(await stays.until(1)), ['message m1']);
  assert.equal((await gone.ended).errors[0]?.extensions?.code, 'NOT_FOUND');
  await Promise.all([operator.dispose(), borrower.dispose()]);
});

test('a read that fails because a part is down is repeated, and the message still arrives', async () => {
  const borrower = await connect('borrower');
  const watching = borrower.watch(onMessage, { id: 'e1', after: 'none' });
  const gate = borrower.watch(onChange, { id: 'e1' });
  await gate.until(1);
  loan.down = 2;
  say('m1');
  assert.deepEqual(messages(await watching.until(1)), ['message m1']);
  await borrower.dispose();
});

test('subscriptions and socket end when the token expires', async () => {
  const borrower = await connect('borrower', { lifeSeconds: 2 });
  const watching = borrower.watch(onChange, { id: 'e1' });
  await watching.until(1);
  const { errors } = await watching.ended;
  assert.equal(errors[0]?.extensions?.code, 'UNAUTHENTICATED');
  assert.equal(await borrower.closed, 4403);
});

test('subscriptions and socket end within two seconds of their session, others stay', async () => {
  const leaving = await connect('borrower', { sessionId: 'leaving' });
  const staying = await connect('borrower', { sessionId: 'staying' });
  const ends = leaving.watch(onChange, { id: 'e1' });
  const stays = staying.watch(onChange, { id: 'e1' });
  await Promise.all([ends.until(1), stays.until(1)]);
  const sinceMs = Date.now();
  gateway.ended.push({ sessionId: 'leaving', revokedAt: new Date().toISOString() });
  const { errors } = await ends.ended;
  assert.equal(errors[0]?.extensions?.code, 'UNAUTHENTICATED');
  assert.ok(Date.now() - sinceMs < 2000);
  assert.equal(await leaving.closed, 4403);
  loan.status = 'CANCELLED';
  gateway.bus.announce(escrowTopic('e1'), { what: 'changed' });
  await stays.until(2);
  await staying.dispose();
});

test('a bad token closes the socket; no token may connect but watch nothing', async () => {
  const forged = connectSubscriber(gateway.url, `${await gateway.token()}x`);
  void forged.watch(onChange, { id: 'e1' });
  assert.equal(await forged.closed, 4403);
  const nobody = connectSubscriber(gateway.url);
  const { errors } = await nobody.watch(onChange, { id: 'e1' }).ended;
  assert.equal(errors[0]?.extensions?.code, 'UNAUTHENTICATED');
  await nobody.dispose();
});

test('documents are limited here too, and only subscriptions are taken', async () => {
  const borrower = await connect('borrower');
  const table: [string, string][] = [
    ['{ self { id } }', 'INVALID_INPUT'],
    ['subscription { nope }', 'INVALID_INPUT'],
    ['subscription {', 'INVALID_INPUT'],
    ['subscription($id: ID!) { escrowChanged(escrowId: $id) { id } }', 'INVALID_INPUT'],
    ['subscription { escrowChanged(escrowId: ">") { id } }', 'NOT_FOUND'],
    [
      'subscription { escrowChanged(escrowId: "*") { id } notificationAdded { id } }',
      'INVALID_INPUT',
    ],
    [
      `subscription { escrowChanged(escrowId: "e1") { ${'domain { listing { '.repeat(8)} id ${'} }'.repeat(8)} } }`,
      'TOO_COMPLEX',
    ],
    [
      `subscription { escrowChanged(escrowId: "e1") { ${Array.from({ length: 40 }, (_, at) => `a${at}: id`).join(' ')} } }`,
      'TOO_COMPLEX',
    ],
  ];
  for (const [query, code] of table) {
    const { errors } = await borrower.watch(query).ended;
    assert.equal(errors[0]?.extensions?.code, code, query.slice(0, 60));
  }
  await borrower.dispose();
});

test('one socket holds fifty subscriptions and not one more', async () => {
  const borrower = await connect('borrower');
  const watching = Array.from({ length: 51 }, () => borrower.watch(onChange, { id: 'e1' }));
  const refused = await Promise.race(watching.map((one) => one.ended));
  assert.equal(refused.errors[0]?.extensions?.code, 'TOO_MANY_REQUESTS');
  await eventually(
    'fifty run',
    () => watching.filter((one) => one.events.length === 1).length === 50,
  );
  await borrower.dispose();
});
