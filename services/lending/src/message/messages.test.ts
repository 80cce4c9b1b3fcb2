/** The chat: access, validation and one order for all readers. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { escrowTopic } from '@nameloan/contracts/topics';
import { changeAccount } from '../testing/accounts.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAcceptedLoan,
  createAccount,
  createPostedLoan,
  expectData,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

type Call = ReturnType<TestLending['as']>;
const send = (call: Call, escrowId: string, message: string) =>
  call(
    `mutation ($escrowId: ID!, $message: String!) {
      sendMessage(escrowId: $escrowId, message: $message) { id message name senderId escrowId createdAt }
    }`,
    { escrowId, message },
  );
const list = (call: Call, escrowId: string, after?: string) =>
  call(
    `query ($escrowId: ID!, $after: ID) {
      escrowMessages(escrowId: $escrowId, after: $after) { id message name }
    }`,
    { escrowId, after },
  );
const read = (call: Call, id: string) =>
  call(`query ($id: ID!) { escrowMessage(id: $id) { message } }`, { id });
const texts = (answer: Awaited<ReturnType<typeof list>>) =>
  expectData(answer).escrowMessages.map((one: { message: string }) => one.message);

test('a message is trimmed and published as a signal and an event', async () => {
  const loan = await createAcceptedLoan(service);
  const signals: unknown[] = [];
  const stop = await service.bus.subscribe(escrowTopic(loan.id), (signal) => signals.push(signal));
  const sent = expectData(await send(loan.borrower, loan.id, '  Hello\nthere 👋 \n')).sendMessage;
  await stop();
  assert.deepEqual([sent.message, sent.name], ['Hello\nthere 👋', 'Bea Borrower']);
  assert.deepEqual(signals, [{ what: 'message', id: sent.id }]);
  const published = await service.event(
    'lending.message.sent',
    (data) => data.messageId === sent.id,
  );
  assert.deepEqual(published.data.recipientIds, [loan.lenderId]);
  assert.equal(expectData(await read(loan.lender, sent.id)).escrowMessage.message, sent.message);
});

test('messages are listed oldest first, and with a cursor only newer ones', async () => {
  const loan = await createAcceptedLoan(service, { message: 'My offer.' });
  const ids: string[] = [];
  for (const [by, text] of [
    [loan.borrower, 'one'],
    [loan.lender, 'two'],
    [loan.borrower, 'three'],
  ] as const) {
    ids.push(expectData(await send(by, loan.id, text)).sendMessage.id);
  }
  assert.deepEqual(texts(await list(loan.lender, loan.id)), ['My offer.', 'one', 'two', 'three']);
  assert.deepEqual(texts(await list(loan.lender, loan.id, ids[0])), ['two', 'three']);
  assert.deepEqual(texts(await list(loan.lender, loan.id, ids[2])), []);
  const other = await createAcceptedLoan(service);
  for (const after of ['no-such-id', ids[0]]) {
    assert.equal((await list(other.borrower, other.id, after)).code, 'NOT_FOUND');
  }
});

test('an empty cursor reads a chat from its start, even an empty chat', async () => {
  const loan = await createAcceptedLoan(service);
  assert.deepEqual(texts(await list(loan.lender, loan.id, '')), []);
  for (const text of ['one', 'two']) expectData(await send(loan.borrower, loan.id, text));
  assert.deepEqual(texts(await list(loan.lender, loan.id, '')), ['one', 'two']);
});

test('sixteen concurrent messages are all stored in one order', async () => {
  const loan = await createAcceptedLoan(service);
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, i) =>
      send(i % 2 === 0 ? loan.borrower : loan.lender, loan.id, `message ${i}`),
    ),
  );
  for (const answer of answers) expectData(answer);
  const mine = texts(await list(loan.borrower, loan.id));
  assert.equal(new Set(mine).size, 16);
  assert.deepEqual(texts(await list(loan.lender, loan.id)), mine);
});

test('an empty, too long or unprintable text is rejected and not stored', async () => {
  const loan = await createAcceptedLoan(service);
  for (const text of [
    '',
    '  \n ',
    'x'.repeat(4_001),
    'a\u0007b',
    'a\u202e21',
    '\u20671234 5678',
    'a\ud800b',
    '\u3164',
    '\u200d\u2060 \u2800',
  ]) {
    const answer = await send(loan.borrower, loan.id, text);
    assert.deepEqual(
      [answer.code, Object.keys(answer.fields ?? {})],
      ['INVALID_INPUT', ['message']],
    );
  }
  assert.deepEqual(texts(await list(loan.borrower, loan.id)), []);
  expectData(await send(loan.borrower, loan.id, '👋'.repeat(4_000)));
});

test('outsiders and visitors have no access; an operator has it during a dispute', async () => {
  const loan = await createPostedLoan(service);
  const { id } = expectData(await send(loan.borrower, loan.id, 'Private.')).sendMessage;
  const operator = service.as(await createAccount(service, 'Olga Operator', { operator: true }));
  for (const call of [operator, service.as(await createAccount(service, 'Otto Other'))]) {
    for (const answer of [
      await send(call, loan.id, 'Hi'),
      await list(call, loan.id),
      await read(call, id),
    ]) {
      assert.equal(answer.code, 'NOT_FOUND');
    }
    // The same message for both, so that it does not reveal which messages belong to the loan.
    for (const cursor of [id, 'no-such-id'])
      assert.equal((await list(call, loan.id, cursor)).message, 'There is no such loan.');
  }
  assert.equal((await list(service.as(null), loan.id)).code, 'UNAUTHENTICATED');
  assert.equal((await read(loan.borrower, 'no-such-id')).code, 'NOT_FOUND');
  expectData(await mutateLoan(loan.lender, 'escalate', loan));
  const sent = expectData(await send(operator, loan.id, 'I am looking into it.')).sendMessage;
  assert.equal(sent.name, 'Olga Operator');
  const published = await service.event(
    'lending.message.sent',
    (data) => data.messageId === sent.id,
  );
  assert.deepEqual(published.data.recipientIds, [loan.borrowerId, loan.lenderId]);
});

test('a message shows its sender’s role in the loan, whatever the sender is called', async () => {
  const loan = await createPostedLoan(service);
  const operatorId = await createAccount(service, 'Olga Stern', { operator: true });
  expectData(await mutateLoan(loan.lender, 'escalate', loan));
  for (const call of [loan.borrower, loan.lender, service.as(operatorId)])
    expectData(await send(call, loan.id, 'Hello'));
  const event = changeAccount(service, operatorId, { operator: false, version: 2 });
  await service.bus.publish(event);
  const roles = async () =>
    expectData(
      await loan.lender('query ($id: ID!) { escrowMessages(escrowId: $id) { name senderRole } }', {
        id: loan.id,
      }),
    ).escrowMessages;
  assert.deepEqual(await roles(), [
    { name: 'Bea Borrower', senderRole: 'BORROWER' },
    { name: 'Len Lender', senderRole: 'LENDER' },
    { name: 'Olga Stern', senderRole: 'STAFF' },
  ]);
});

test('the chat stays open on a loan that is over', async () => {
  const loan = await createAcceptedLoan(service);
  expectData(await mutateLoan(loan.borrower, 'cancelEscrow', loan));
  expectData(await send(loan.lender, loan.id, 'Another time, then.'));
});
