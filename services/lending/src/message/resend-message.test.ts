/** A chat over an unreliable connection: resends create no duplicates, and pages are complete. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAcceptedLoan,
  expectData,
  listEventsAbout,
  startLending,
} from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

type Call = ReturnType<TestLending['as']>;
const send = (call: Call, escrowId: string, given: { message: string; clientId?: unknown }) =>
  call(
    `mutation ($escrowId: ID!, $message: String!, $clientId: ID) {
      sendMessage(escrowId: $escrowId, message: $message, clientId: $clientId) { id message clientId createdAt }
    }`,
    { escrowId, ...given },
  );
const list = async (call: Call, escrowId: string, args = '') =>
  expectData(
    await call(`query ($id: ID!) { escrowMessages(escrowId: $id${args}) { id message } }`, {
      id: escrowId,
    }),
  ).escrowMessages as { id: string; message: string }[];

test('a resend with the same clientId returns the first message and publishes no second event', async () => {
  const loan = await createAcceptedLoan(service);
  const hello = { message: ' Hello ', clientId: 'c-1' };
  const first = expectData(await send(loan.borrower, loan.id, hello)).sendMessage;
  expectData(await send(loan.lender, loan.id, { message: 'Hi' }));
  const again = expectData(await send(loan.borrower, loan.id, { ...hello, message: 'Hello' }));
  assert.deepEqual(again.sendMessage, first);
  assert.equal(first.clientId, 'c-1');
  await service.settle();
  assert.equal(listEventsAbout(service, 'lending.message.sent', { messageId: first.id }).length, 1);
  assert.deepEqual(
    (await list(loan.borrower, loan.id)).map(({ message }) => message),
    ['Hello', 'Hi'],
  );
});

test('the same clientId with another text is a conflict and stores nothing', async () => {
  const loan = await createAcceptedLoan(service);
  expectData(await send(loan.borrower, loan.id, { message: 'One', clientId: 'c' }));
  const taken = await send(loan.borrower, loan.id, { message: 'Two', clientId: 'c' });
  assert.deepEqual([taken.code, taken.reason], ['CONFLICT', 'CLIENT_ID_TAKEN']);
  assert.equal((await list(loan.borrower, loan.id)).length, 1);
});

test('a clientId is unique per sender and loan', async () => {
  const loan = await createAcceptedLoan(service);
  const other = await createAcceptedLoan(service);
  const mine = expectData(await send(loan.borrower, loan.id, { message: 'Mine', clientId: 'c' }));
  const yours = expectData(await send(loan.lender, loan.id, { message: 'Yours', clientId: 'c' }));
  expectData(await send(other.borrower, other.id, { message: 'Elsewhere', clientId: 'c' }));
  assert.notEqual(mine.sendMessage.id, yours.sendMessage.id);
  assert.equal((await list(loan.borrower, loan.id)).length, 2);
});

test('sixteen concurrent resends create one message, and each returns it', async () => {
  const loan = await createAcceptedLoan(service);
  const once = { message: 'Once', clientId: 'at-once' };
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => send(loan.borrower, loan.id, once)),
  );
  const ids = new Set(answers.map((answer) => expectData(answer).sendMessage.id));
  assert.equal(ids.size, 1);
  assert.equal((await list(loan.lender, loan.id)).length, 1);
});

test('an invalid clientId is rejected and named', async () => {
  const loan = await createAcceptedLoan(service);
  for (const clientId of ['', ' ', 'x'.repeat(65), 'a\u0000', 'é']) {
    const answer = await send(loan.borrower, loan.id, { message: 'Hello', clientId });
    assert.deepEqual(
      [answer.code, Object.keys(answer.fields ?? {})],
      ['INVALID_INPUT', ['clientId']],
      JSON.stringify(clientId),
    );
  }
  assert.deepEqual(await list(loan.borrower, loan.id), []);
});

test('a chat can be paged in both directions without gaps or duplicates', async () => {
  const loan = await createAcceptedLoan(service);
  for (let index = 0; index < 7; index++) {
    expectData(await send(loan.borrower, loan.id, { message: `line ${index}` }));
  }
  const whole = await list(loan.lender, loan.id);
  assert.deepEqual(await list(loan.lender, loan.id, ', limit: 3'), whole.slice(4));
  const at = (index: number) => whole[index]?.id;
  assert.deepEqual(
    await list(loan.lender, loan.id, `, limit: 3, before: "${at(4)}"`),
    whole.slice(1, 4),
  );
  assert.deepEqual(
    await list(loan.lender, loan.id, `, limit: 3, after: "${at(0)}"`),
    whole.slice(1, 4),
  );
  assert.deepEqual(await list(loan.lender, loan.id, `, before: "${at(0)}"`), []);
  const rejected = async (args: string) =>
    Object.keys(
      (
        await loan.lender(`query ($id: ID!) { escrowMessages(escrowId: $id${args}) { id } }`, {
          id: loan.id,
        })
      ).fields ?? {},
    );
  assert.deepEqual(await rejected(', limit: 0'), ['limit']);
  assert.deepEqual(await rejected(', limit: 101'), ['limit']);
  assert.deepEqual(await rejected(`, after: "${at(0)}", before: "${at(3)}"`), ['before']);
});
