/** Sales of loans: who can take which step when, and what the closing changes. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { resetClock } from '@nameloan/runtime/clock';
import type { TestResult } from '@nameloan/testkit/service/test-service';
import { escrows } from '../escrow/escrow.model.ts';
import { assignments } from '../escrow/transition/assignment/assignment.model.ts';
import { propose } from '../testing/amendment-calls.ts';
import type { LoanOnSale } from '../testing/assignment-calls.ts';
import {
  accept,
  closeSale,
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
import { reportPart, reportPayment, today } from '../testing/payment-calls.ts';
import { listEventsAbout } from '../testing/published-events.ts';
import type { TestLending } from '../testing/start-lending.ts';
import {
  createAccount,
  expectData,
  mutateLoan,
  readEscrow,
  startLending,
} from '../testing/start-lending.ts';

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
const claimAll = () =>
  mutateLoan(loan.borrower, 'claimRepaid', {
    id: loan.id,
    more: `, date: "${today()}", method: "Wire", reference: "R-1"`,
  });

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
  assert.equal((await accept(loan.lender, loan.sale.token)).code, 'FORBIDDEN');
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
  assert.equal(expectData(declined).declineAssignment.status, 'DECLINED');
  const { sale, lenderId } = await record();
  assert.deepEqual([sale, lenderId], [null, loan.lenderId]);
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

test('while a sale is open no amendment is proposed, and an open amendment excludes a sale', async () => {
  assert.equal(code(await propose(loan.borrower, loan, { due: inDays(100) })), 'SALE_OPEN');
  expectData(await mutateSale(loan.lender, 'withdrawAssignment', loan.sale.id));
  expectData(await propose(loan.borrower, loan, { due: inDays(100) }));
  assert.equal(code(await offerSale(loan.lender, loan)), 'AMENDMENT_LIVE');
});

test('a claim, a payment without an answer and a dispute stop every step and the closing', async () => {
  await signBoth(loan);
  const part = await reportPart(loan);
  assert.equal(code(await markSent(loan.buyer, loan.sale.id)), 'PAYMENT_OPEN');
  expectData(
    await loan.lender(
      'mutation ($id: ID!, $p: ID!) { confirmPayment(id: $id, paymentId: $p) { id } }',
      {
        id: loan.id,
        p: part.id,
      },
    ),
  );
  expectData(await markSent(loan.buyer, loan.sale.id));
  expectData(await claimAll());
  assert.equal(code(await confirmSale(loan.lender, loan.sale.id)), 'CLAIM_OPEN');
  expectData(await mutateLoan(loan.borrower, 'withdrawClaim', loan));
  expectData(await mutateLoan(loan.borrower, 'escalate', loan));
  assert.equal(code(await confirmSale(loan.lender, loan.sale.id)), 'STATUS');
  assert.equal((await stored()).status, 'SENT', 'the sale waits for the end of the dispute');
});

test('a loan that is repaid first makes the sale void in the same write', async () => {
  await paySale(loan);
  expectData(await claimAll());
  expectData(await mutateLoan(loan.lender, 'finalize', { id: loan.id, more: ', outcome: RETURN' }));
  const found = expectData(await readSale(loan.buyer, loan.sale.id)).assignment;
  assert.equal(found.status, 'VOID');
  assert.match(found.statusText, /the seller owes it back/);
  assert.equal(code(await confirmSale(loan.lender, loan.sale.id)), 'NO_SALE');
  await passDays(service, 11);
  assert.equal((await stored()).status, 'VOID');
});

test('a marked price keeps the seller from the domain, an offered sale does not', async () => {
  expectData(await mutateSale(loan.lender, 'withdrawAssignment', loan.sale.id));
  await passDays(service, 61);
  const again = expectData(
    await offerSale(loan.lender, loan, { expires: inDays(20) }),
  ).offerAssignment;
  const sale = { id: again.id, token: String(again.url).split('/').at(-1) ?? '' };
  await passDays(service, 10);
  const seize = () =>
    mutateLoan(loan.lender, 'finalize', { id: loan.id, more: ', outcome: SEIZE' });
  const actions = async () => expectData(await readEscrow(loan.lender, loan.id)).escrow.actions;
  assert.ok((await actions()).includes('FINALIZE_SEIZE'));
  await paySale({ ...loan, sale });
  assert.equal(code(await seize()), 'SALE_OPEN');
  expectData(await confirmSale(loan.lender, sale.id));
  assert.equal((await seize()).code, 'NOT_FOUND');
  expectData(await mutateLoan(loan.buyer, 'finalize', { id: loan.id, more: ', outcome: SEIZE' }));
  await service.settle();
  const seized = { escrowId: loan.id, toAccountId: loan.buyerId };
  assert.equal(listEventsAbout(service, 'lending.escrow.collateral-seized', seized).length, 1);
});

test('a default after the deed was drawn up keeps the buyer from paying by mistake', async () => {
  expectData(await mutateSale(loan.lender, 'withdrawAssignment', loan.sale.id));
  await passDays(service, 58);
  const again = expectData(
    await offerSale(loan.lender, loan, { expires: inDays(20) }),
  ).offerAssignment;
  await signBoth({
    ...loan,
    sale: { id: again.id, token: String(again.url).split('/').at(-1) ?? '' },
  });
  await passDays(service, 4);
  assert.ok((await record()).noticeAt);
  assert.equal(code(await markSent(loan.buyer, again.id)), 'SALE_CHANGED');
  expectData(await mutateSale(loan.buyer, 'declineAssignment', again.id));
});

test('the price is marked from the day of the sale on', async () => {
  expectData(await mutateSale(loan.lender, 'withdrawAssignment', loan.sale.id));
  const terms = { day: inDays(2), expires: inDays(9) };
  const { id, url } = expectData(await offerSale(loan.lender, loan, terms)).offerAssignment;
  await signBoth({ ...loan, sale: { id, token: String(url).split('/').at(-1) ?? '' } });
  const early = await markSent(loan.buyer, id);
  assert.equal(early.reason, 'NOT_DUE');
  await passDays(service, 2);
  expectData(await markSent(loan.buyer, id));
});

test('a payment to the former lender discharges until the day after the notice, and only they deny it', async () => {
  await closeSale(loan);
  await passDays(service, 1);
  const former = { payee: 'FORMER_LENDER' };
  const report = (more: Record<string, unknown>) =>
    loan.borrower(
      `mutation ($id: ID!, $date: CalendarDate!, $amount: Cents!, $payee: PaymentPayee!) {
        reportPayment(id: $id, date: $date, amount: $amount, payee: $payee, method: "Wire", reference: "F-1") { id payee }
      }`,
      { id: loan.id, date: today(), amount: 100_000, ...more },
    );
  const { id, payee } = expectData(await report(former)).reportPayment;
  assert.equal(payee, 'FORMER_LENDER');
  const answer = (call: typeof loan.buyer, name: string, more = '') =>
    call(`mutation ($id: ID!, $p: ID!) { ${name}(id: $id, paymentId: $p ${more}) { status } }`, {
      id: loan.id,
      p: id,
    });
  assert.equal((await answer(loan.buyer, 'denyPayment', ', reason: "No."')).code, 'FORBIDDEN');
  const seen = expectData(await readSale(loan.lender, loan.sale.id)).assignment;
  assert.deepEqual(
    seen.payments.map((one: { id: string }) => one.id).includes(id),
    true,
    'the seller sees what was paid to them',
  );
  expectData(await answer(loan.lender, 'confirmPayment'));
  const { owedOn } = expectData(await readSale(loan.buyer, loan.sale.id)).assignment;
  assert.equal(owedOn, 100_000);
  assert.equal((await readEscrow(loan.lender, loan.id)).code, 'NOT_FOUND');
  await passDays(service, 1);
  const late = await report({ ...former, amount: 50_000 });
  assert.deepEqual([late.code, Object.keys(late.fields ?? {})], ['INVALID_INPUT', ['payee']]);
  const other = await reportPayment(loan.borrower, loan, { amount: 50_000 });
  assert.equal(expectData(other).reportPayment.status, 'REPORTED');
});

test('the buyer reads the chat from the closing on, and the seller until then', async () => {
  const send = async (call: typeof loan.buyer, text: string) =>
    expectData(
      await call(
        'mutation ($id: ID!, $t: String!) { sendMessage(escrowId: $id, message: $t) { id senderRole } }',
        {
          id: loan.id,
          t: text,
        },
      ),
    ).sendMessage;
  const read = async (call: typeof loan.buyer) =>
    expectData(
      await call('query ($id: ID!) { escrowMessages(escrowId: $id) { message senderRole } }', {
        id: loan.id,
      }),
    ).escrowMessages.map((one: { message: string; senderRole: string }) => ({ ...one }));
  const first = await send(loan.lender, 'before');
  await closeSale(loan);
  await passDays(service, 1);
  const second = await send(loan.buyer, 'after');
  const old = { message: 'before', senderRole: 'LENDER' };
  const fresh = { message: 'after', senderRole: 'LENDER' };
  assert.deepEqual(await read(loan.borrower), [old, fresh]);
  assert.deepEqual(await read(loan.buyer), [fresh]);
  assert.deepEqual(await read(loan.lender), [old]);
  const one = (call: typeof loan.buyer, id: string) =>
    call('query ($id: ID!) { escrowMessage(id: $id) { message } }', { id });
  assert.equal((await one(loan.buyer, first.id)).code, 'NOT_FOUND');
  assert.equal((await one(loan.lender, second.id)).code, 'NOT_FOUND');
  expectData(await one(loan.buyer, second.id));
});
