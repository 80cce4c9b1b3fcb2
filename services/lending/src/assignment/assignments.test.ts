/** Sales of loans: who can take which step when, and what the closing changes. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { resetClock } from '@nameloan/runtime/clock';
import type { TestResult } from '@nameloan/testkit/service/test-service';
import { escrows } from '../escrow/escrow.model.ts';
import { assignments } from '../escrow/transition/assignment/assignment.model.ts';
import type { LoanOnSale } from '../testing/assignment-calls.ts';
import {
  accept,
  confirmSale,
  createLoanOnSale,
  inDays,
  markSent,
  mutateSale,
  offerSale,
  paySale,
  readSale,
  signBoth,
  signDeed,
} from '../testing/assignment-calls.ts';
import { passDays } from '../testing/pass-days.ts';
import { reportPart, today } from '../testing/payment-calls.ts';
import { listEventsAbout } from '../testing/published-events.ts';
import type { TestLending } from '../testing/start-lending.ts';
import { createAccount, expectData, readEscrow, startLending } from '../testing/start-lending.ts';

let service: TestLending;
let loan: LoanOnSale;
beforeEach(async () => {
  service = await startLending();
  loan = await createLoanOnSale(service);
});
afterEach(async () => {
  resetClock();
  await service.stop();
});

const record = () => escrows.get(loan.id);
const stored = () => assignments.get(loan.sale.id);
const code = ({ reason, code: other }: TestResult) => reason ?? other;

test('a sale that both sign and the seller confirms gives the loan to the buyer', async () => {
  const { sale, buyer, lender, borrower } = loan;
  const seen = expectData(await readSale(buyer, sale.token)).assignment;
  assert.deepEqual(
    [seen.status, seen.role, [...seen.actions], seen.borrowerName, seen.escrowId, seen.url],
    ['OFFERED', 'VISITOR', ['ACCEPT'], null, null, null],
  );
  assert.equal(seen.balance.payoff, 450_000);
  const accepted = expectData(await accept(buyer, sale.token)).acceptAssignment;
  assert.deepEqual([accepted.status, accepted.deedOwed], ['ACCEPTED', 450_000]);
  assert.equal(accepted.contractSha256, (await record()).contractSha256);
  assert.equal((await record()).sale?.status, 'ACCEPTED');
  expectData(await signDeed(lender, sale.id, 'Len Lender'));
  const signed = expectData(await signDeed(buyer, sale.id, 'nia new')).signAssignment;
  assert.equal(signed.status, 'SIGNED');
  expectData(await markSent(buyer, sale.id));
  const before = await record();
  expectData(await confirmSale(lender, sale.id));
  const after = await record();
  assert.deepEqual(
    [after.lenderId, after.lenderName, after.sale, after.version],
    [loan.buyerId, 'Nia New', null, before.version + 1],
  );
  assert.deepEqual(
    after.sales?.map(({ sellerId, buyerId, owedCents }) => [sellerId, buyerId, owedCents]),
    [[loan.lenderId, loan.buyerId, 450_000]],
  );
  assert.equal((await readEscrow(lender, loan.id)).code, 'NOT_FOUND');
  assert.equal(expectData(await readEscrow(buyer, loan.id)).escrow.role, 'LENDER');
  await service.settle();
  const sealed = expectData(await readSale(lender, sale.id)).assignment;
  assert.deepEqual(
    [sealed.status, sealed.sealed, sealed.paySellerUntil],
    ['CLOSED', true, inDays(1)],
  );
  const shown = expectData(
    await borrower('query ($id: ID!) { escrow(id: $id) { sales { sellerName deedPath } } }', {
      id: loan.id,
    }),
  ).escrow.sales;
  assert.deepEqual(
    shown.map((one: object) => ({ ...one })),
    [{ sellerName: 'Len Lender', deedPath: `/api/assignments/${sale.id}/deed` }],
  );
  const moved = { escrowId: loan.id, move: 'ASSIGN', lenderId: loan.buyerId };
  assert.equal(listEventsAbout(service, 'lending.escrow.moved', moved).length, 1);
});

test('of two buyers who accept at once one is bound, and for the other the link has ended', async () => {
  const other = service.as(await createAccount(service, 'Oda Other'));
  const answers = await Promise.all([
    accept(loan.buyer, loan.sale.token),
    accept(other, loan.sale.token),
  ]);
  assert.deepEqual(answers.map(code).sort(), ['NOT_FOUND', undefined]);
  const loser = answers[0]?.code ? loan.buyer : other;
  assert.equal((await readSale(loser, loan.sale.token)).code, 'NOT_FOUND');
  assert.equal((await readSale(loser, loan.sale.id)).code, 'NOT_FOUND');
});

test('a forged token, and the id without a part in the sale, open nothing', async () => {
  const forged = `${loan.sale.token.slice(0, -1)}${loan.sale.token.endsWith('A') ? 'B' : 'A'}`;
  for (const key of [forged, loan.sale.id, '', 'x'.repeat(500), (await stored()).tokenHash]) {
    assert.equal((await readSale(loan.buyer, key)).code, 'NOT_FOUND', key);
    assert.equal((await accept(loan.buyer, key)).code, 'NOT_FOUND', key);
  }
  assert.equal((await readSale(loan.borrower, loan.sale.token)).code, 'NOT_FOUND');
  assert.ok(!JSON.stringify(await stored()).includes(loan.sale.token));
});

test('neither the borrower nor the seller buys, and only the lender offers', async () => {
  const own = await accept(loan.lender, loan.sale.token);
  assert.equal(own.code, 'FORBIDDEN');
  assert.match(own.message ?? '', /You are the lender/);
  assert.equal((await accept(loan.borrower, loan.sale.token)).code, 'NOT_FOUND');
  assert.equal((await offerSale(loan.borrower, loan)).code, 'FORBIDDEN');
  assert.equal((await offerSale(loan.buyer, loan)).code, 'NOT_FOUND');
  assert.equal(code(await offerSale(loan.lender, loan)), 'SALE_OPEN');
});

test('terms outside the bounds are rejected by field', async () => {
  expectData(await mutateSale(loan.lender, 'withdrawAssignment', loan.sale.id));
  const wrong: [Record<string, unknown>, string][] = [
    [{ price: 99 }, 'price'],
    [{ price: 10_000_000_001 }, 'price'],
    [{ day: inDays(-1) }, 'day'],
    [{ day: inDays(31), expires: inDays(30) }, 'day'],
    [{ day: inDays(3), expires: inDays(2) }, 'expires'],
    [{ expires: inDays(31) }, 'expires'],
  ];
  for (const [terms, field] of wrong) {
    const answer = await offerSale(loan.lender, loan, terms);
    assert.deepEqual([answer.code, Object.keys(answer.fields ?? {})], ['INVALID_INPUT', [field]]);
  }
  expectData(await offerSale(loan.lender, loan, { day: inDays(30), expires: inDays(60) }));
});

test('each step belongs to one party, and to one status', async () => {
  const { sale, buyer, lender } = loan;
  const steps = {
    withdrawAssignment: '',
    declineAssignment: '',
    markAssignmentSent: `, date: "${today()}", method: "Wire", reference: "S-1"`,
    confirmAssignment: '',
    denyAssignment: ', reason: "No."',
    signAssignment: ', name: "Nia New", consent: true',
  };
  const sweep = async (allowed: readonly string[]) => {
    for (const call of [buyer, lender, loan.borrower])
      for (const [name, more] of Object.entries(steps)) {
        const who = call === buyer ? 'buyer' : call === lender ? 'seller' : 'borrower';
        if (allowed.includes(`${who} ${name}`)) continue;
        const answer = await mutateSale(call, name, sale.id, more);
        assert.ok(answer.code, `${who} ${name} in ${(await stored()).status}`);
      }
  };
  await sweep(['seller withdrawAssignment']);
  expectData(await accept(buyer, sale.token));
  const signs = ['buyer signAssignment', 'seller signAssignment'];
  await sweep(['buyer declineAssignment', ...signs]);
  expectData(await signDeed(buyer, sale.id, 'Nia New'));
  assert.equal(code(await signDeed(buyer, sale.id, 'Nia New')), 'ALREADY_SIGNED');
  assert.deepEqual((await signDeed(lender, sale.id, 'Nia New')).fields && 'name', 'name');
  expectData(await signDeed(lender, sale.id, 'Len Lender'));
  await sweep(['buyer declineAssignment', 'buyer markAssignmentSent']);
  expectData(await markSent(buyer, sale.id));
  await sweep(['seller confirmAssignment', 'seller denyAssignment']);
  expectData(await confirmSale(lender, sale.id));
  await sweep([]);
  assert.equal(code(await confirmSale(lender, sale.id)), 'NO_SALE');
});

test('each signature is on the hash of the deed, with the consent of the signer', async () => {
  expectData(await accept(loan.buyer, loan.sale.token));
  const sign = (more: string) => mutateSale(loan.buyer, 'signAssignment', loan.sale.id, more);
  assert.equal((await sign(', name: "Nia New", consent: false')).code, 'INVALID_INPUT');
  const other = `, name: "Nia New", consent: true, sha256: "${'0'.repeat(64)}"`;
  assert.equal(code(await sign(other)), 'CONTRACT_CHANGED');
  const { sha256 } = await stored();
  expectData(await sign(`, name: "Nia New", consent: true, sha256: "${sha256}"`));
  const { signatures } = await stored();
  assert.deepEqual(
    signatures.map((one) => [one.party, one.sha256]),
    [['BUYER', sha256]],
  );
});

test('a sale that is not paid in time expires, and a buyer who comes later reads why', async () => {
  await signBoth(loan);
  await passDays(service, 8);
  assert.equal((await stored()).status, 'EXPIRED');
  assert.equal((await record()).sale, null);
  const late = await markSent(loan.buyer, loan.sale.id);
  assert.deepEqual([late.reason, late.message], ['NO_SALE', 'This sale has expired.']);
});

test('a seller who withdraws or a buyer who declines leaves the loan as it was', async () => {
  expectData(await mutateSale(loan.lender, 'withdrawAssignment', loan.sale.token));
  assert.equal((await accept(loan.buyer, loan.sale.token)).code, 'NOT_FOUND');
  assert.equal((await record()).sale, null);
  const again = expectData(await offerSale(loan.lender, loan)).offerAssignment;
  const token = String(again.url).split('/').at(-1) ?? '';
  expectData(await accept(loan.buyer, token));
  const declined = await mutateSale(
    loan.buyer,
    'declineAssignment',
    token,
    ', reason: "Too late."',
  );
  const { status, id: declinedId } = expectData(declined).declineAssignment;
  assert.equal(status, 'DECLINED');
  const { sale, lenderId } = await record();
  assert.deepEqual([sale, lenderId], [null, loan.lenderId]);
  // Later payments are no business of someone who declined.
  await reportPart(loan, { reference: 'later' });
  const query = `query ($token: String!) { assignment(token: $token) {
    status stage payments { reference } schedule { due }
  } }`;
  const { assignment } = expectData(await loan.buyer(query, { token: declinedId }));
  assert.deepEqual([assignment.status, assignment.stage], ['DECLINED', null]);
  assert.deepEqual(assignment.schedule, []);
  assert.ok(!JSON.stringify(assignment.payments).includes('later'));
});

test('a seller who denies or does not answer the price has a dispute of the deed, and the loan runs on', async () => {
  await paySale(loan);
  await passDays(service, 10);
  assert.equal((await stored()).status, 'DISPUTED');
  assert.equal((await record()).status, 'LOAN_POSTED');
  const operator = service.as(await createAccount(service, 'Opal Operator', { operator: true }));
  const list = async () =>
    expectData(await operator('{ assignments(disputed: true) { id role } }')).assignments;
  assert.deepEqual({ ...(await list())[0] }, { id: loan.sale.id, role: 'OPERATOR' });
  assert.equal((await loan.buyer('{ assignments(disputed: true) { id } }')).code, 'FORBIDDEN');
  const decide = (outcome: string) =>
    mutateSale(
      operator,
      'resolveAssignment',
      loan.sale.id,
      `, outcome: ${outcome}, reason: "Seen."`,
    );
  const closed = expectData(await decide('CLOSED')).resolveAssignment;
  assert.deepEqual([closed.status, closed.decision], ['CLOSED', 'Seen.']);
  assert.equal((await record()).lenderId, loan.buyerId);
  assert.equal(code(await decide('NOT_CLOSED')), 'NO_SALE');
});

test('an operator can decide that a denied sale did not close; no party can', async () => {
  await paySale(loan);
  expectData(
    await mutateSale(loan.lender, 'denyAssignment', loan.sale.id, ', reason: "Nothing came."'),
  );
  const operator = service.as(await createAccount(service, 'Opal Operator', { operator: true }));
  const more = ', outcome: NOT_CLOSED, reason: "No proof."';
  for (const call of [loan.buyer, loan.lender])
    assert.equal(
      (await mutateSale(call, 'resolveAssignment', loan.sale.id, more)).code,
      'FORBIDDEN',
    );
  expectData(await mutateSale(operator, 'resolveAssignment', loan.sale.id, more));
  const { lenderId, sale } = await record();
  assert.deepEqual([lenderId, sale, (await stored()).status], [loan.lenderId, null, 'NOT_CLOSED']);
});
