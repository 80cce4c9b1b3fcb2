/** The new lender of a refinancing in the dispute of the old loan: it sees the dispute and adds files to it. */

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { actorHeader } from '@nameloan/contracts/actor';
import { resetClock } from '@nameloan/runtime/clock';
import { signActor } from '@nameloan/security/actor';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { escrows } from '../escrow/escrow.model.ts';
import { pdf, png } from '../testing/files.ts';
import { passDays } from '../testing/pass-days.ts';
import { confirmPayment, denyPayment, listPayments } from '../testing/payment-calls.ts';
import {
  createRefinance,
  createSignedRefinance,
  readPayoffToday,
  reportPayoff,
} from '../testing/refinances.ts';
import type { TestLending } from '../testing/start-lending.ts';
import { createAccount, expectData, startLending } from '../testing/start-lending.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
afterEach(resetClock);
after(() => service.stop());

const as = (accountId: string) => ({
  [actorHeader]: signActor(testActor(accountId), testSecret),
});

async function upload(escrowId: string, accountId: string, file: Buffer) {
  const answer = await fetch(`${service.url}/escrow/${escrowId}/evidence?name=proof`, {
    method: 'POST',
    headers: { ...as(accountId), 'content-type': 'application/octet-stream' },
    body: new Uint8Array(file),
  });
  const { id = '' } = (await answer.json()) as { id?: string };
  return { status: answer.status, id };
}

const download = async (escrowId: string, id: string, accountId: string): Promise<number> =>
  (await fetch(`${service.url}/escrow/${escrowId}/evidence/${id}`, { headers: as(accountId) }))
    .status;

interface File {
  id: string;
  party: string;
  path: string;
}

async function read(escrowId: string, accountId: string) {
  const query = `{ escrow(id: "${escrowId}") {
    evidence { id party path } oldDispute { since reason evidenceUntil evidence { id party path } }
  } }`;
  return expectData(await service.as(accountId)(query)).escrow as {
    evidence: File[];
    oldDispute: { reason: string; evidence: File[] } | null;
  };
}

test('files of the new loan are proof of its payments, which the old lender and an operator read on the old loan', async () => {
  const operatorId = await createAccount(service, 'Olga Operator', { operator: true });
  const { old, next } = await createSignedRefinance(service);
  const { id, status } = await upload(next.id, next.lenderId, pdf);
  assert.equal(status, 201);
  const paymentId = await reportPayoff({ old, next }, { amount: 450_000, evidenceIds: [id] });
  const payment = (await listPayments(old.lender, old)).find((one) => one.id === paymentId);
  assert.deepEqual(payment?.evidenceIds, [id]);
  const path = `/api/escrow/${old.id}/evidence/${id}`;
  assert.deepEqual((await read(old.id, old.lenderId)).evidence, [
    { id, party: 'NEW_LENDER', path },
  ]);
  assert.equal(await download(old.id, id, old.lenderId), 200);
  assert.equal(await download(next.id, id, old.lenderId), 404);
  assert.equal((await read(next.id, next.lenderId)).oldDispute, null);

  expectData(await denyPayment(old.lender, old.id, { paymentId }));
  assert.equal(await download(old.id, id, operatorId), 200);
  const later = await upload(next.id, next.lenderId, png);
  assert.equal((await read(old.id, operatorId)).evidence.at(-1)?.id, later.id);
});

test('the new lender reads the dispute of the old loan with its files, but none from before it', async () => {
  const { old, next } = await createSignedRefinance(service);
  const before = await upload(old.id, old.lenderId, pdf);
  await passDays(service, 1);
  const amount = await readPayoffToday(next.lender, next.id);
  const paymentId = await reportPayoff({ old, next }, { amount: Math.min(amount, 450_000) });
  expectData(await denyPayment(old.lender, old.id, { paymentId }));
  const { id } = await upload(old.id, old.lenderId, png);
  const { oldDispute } = await read(next.id, next.lenderId);
  assert.ok(oldDispute?.reason);
  const path = `/api/escrow/${next.id}/evidence/${id}`;
  assert.deepEqual(oldDispute.evidence, [{ id, party: 'OLD_LENDER', path }]);
  assert.equal(await download(next.id, id, next.lenderId), 200);
  assert.equal(await download(next.id, before.id, next.lenderId), 404);
  assert.equal(await download(old.id, id, next.lenderId), 404);
});

test('files that the new loan gets after the closing stay with its parties', async () => {
  const { old, next } = await createSignedRefinance(service);
  const paymentId = await reportPayoff({ old, next }, { amount: 450_000 });
  expectData(await confirmPayment(old.lender, old.id, { paymentId }));
  const { id } = await upload(next.id, next.lenderId, pdf);
  assert.deepEqual((await read(old.id, old.lenderId)).evidence, []);
  assert.equal(await download(old.id, id, old.lenderId), 404);
});

test('a new loan takes files once it is signed, and a loan that refinances none only once it is posted', async () => {
  const { next } = await createRefinance(service);
  assert.equal((await upload(next.id, next.lenderId, pdf)).status, 409);
});

test('after ten days without an answer the parties of the new loan are notified of the dispute', async () => {
  const { old, next } = await createSignedRefinance(service);
  await reportPayoff({ old, next }, { amount: 450_000 });
  await passDays(service, 11);
  const moved = await service.event(
    'lending.escrow.moved',
    ({ escrowId, move }) => escrowId === next.id && move === 'OLD_LOAN_DISPUTED',
  );
  assert.equal(moved.data.lenderId, next.lenderId);
});

test('after three days without a letter both parties of the new loan are notified, once', async () => {
  const { old, next } = await createRefinance(service);
  const waiting = `{ escrow(id: "${old.id}") { waitingFor { party action message } } }`;
  const waitsFor = async () => expectData(await old.lender(waiting)).escrow.waitingFor;
  assert.equal((await waitsFor()).action, 'SIGN_LETTER');
  await passDays(service, 3);
  const reminded = ({ escrowId, move }: { escrowId: string; move: string }) =>
    escrowId === next.id && move === 'REMIND_LETTER';
  await service.event('lending.escrow.moved', reminded);
  assert.ok((await escrows.get(next.id)).replacing?.letterRemindedAt);
  assert.equal((await waitsFor()).action, 'REPAY');
  await passDays(service, 1);
  const query = `{ escrowHistory(escrowId: "${next.id}") { action } }`;
  const { escrowHistory } = expectData(await next.lender(query));
  const actions = escrowHistory.map(({ action }: { action: string }) => action);
  assert.equal(actions.filter((one: string) => one === 'REMIND_LETTER').length, 1);
});
