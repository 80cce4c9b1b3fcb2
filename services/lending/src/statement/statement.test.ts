/** Yearly statements: which loans count in which year, and safe CSV and PDF output. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { actorHeader } from '@nameloan/contracts/actor';
import { moveClock, resetClock } from '@nameloan/runtime/clock';
import { signActor } from '@nameloan/security/actor';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { escrows } from '../escrow/escrow.model.ts';
import type { Escrow } from '../escrow/escrow.ts';
import { payments } from '../escrow/transition/payment/payment.model.ts';
import type { Payment } from '../loan/payment.ts';
import { commit } from '../service-context.ts';
import { findSkipReason, readPdfText } from '../testing/contracts.ts';
import { buildLoan, receivedAt, simple } from '../testing/loans.ts';
import { confirmPayment, reportPart } from '../testing/payment-calls.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  createAccount,
  createReceivedLoan,
  expectData,
  mutateLoan,
  startLending,
} from '../testing/start-lending.ts';
import { readAnswers } from './read-statement.ts';
import type { Statement } from './statement.ts';
import { buildStatementLine, sortLines, sumLines } from './statement.ts';
import { writeCsv } from './write-csv.ts';
import { writePdf } from './write-pdf.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(async () => {
  resetClock();
  await service.stop();
});

const receipt = {
  date: null,
  method: null,
  reference: null,
  at: receivedAt,
  by: 'BORROWER',
} as const;
const day = (text: string) => new Date(`${text}T00:00:00.000Z`);
const repaid = (on: string, fields: Partial<Escrow> = {}) =>
  buildLoan({
    receipt,
    status: 'FINALIZED_RETURN_TO_BORROWER',
    finalPayoffCents: 92_754,
    repaidOn: day(on),
    finalizedAt: new Date(day(on).getTime() + 3_600_000),
    ...fields,
  });
const seized = (at: string, fields: Partial<Escrow> = {}) =>
  buildLoan({ receipt, status: 'FINALIZED_LENDER_SEIZURE', finalizedAt: day(at), ...fields });

/** As of a day long after the years. */
const buildLines = (loans: readonly Escrow[], accountId: string, year: number) => {
  const query = { accountId, year, now: day('2030-01-01') };
  return sortLines(loans.flatMap((loan) => buildStatementLine(loan, query) ?? []));
};

test('what part payments brought in interest before a seizure counts', () => {
  // 900.50 at 18 %: 30 days are 13.32 of simple interest, which the payment of 100 pays first.
  const payment = { id: 'p1', day: day('2026-04-09'), amountCents: 10_000, deemedAt: null };
  const loan = seized('2026-07-01', { ...simple, countedPayments: [payment] });
  const [line] = buildLines([loan], loan.lenderId, 2026);
  assert.deepEqual([line?.outcome, line?.interestCents], ['DISCHARGED', 1_332]);
});

test('interest counts on the day of repayment, discharged debt in the year of the seizure', () => {
  const loans = [
    repaid('2026-05-09'),
    // Paid in December, confirmed in January: the claimed day counts.
    repaid('2026-12-31', { id: 'e2', finalizedAt: day('2027-01-04') }),
    repaid('2027-01-01', { id: 'e3', finalizedAt: day('2027-01-01') }),
    seized('2026-07-01', { id: 'e4', dischargedCents: 95_000 }),
    // An old record: 900.50 at 18 % from 10 March to 1 July, 113 days: 952.0928…
    seized('2026-07-01', { id: 'e5' }),
    seized('2026-07-01', { id: 'e6', receipt: null }),
    repaid('2026-05-09', { id: 'e7', status: 'FINALIZED_PLATFORM_SEZIURE' }),
    repaid('2026-05-09', { id: 'e8', status: 'CANCELLED' }),
  ];
  const lines = buildLines(loans, 'b1', 2026);
  assert.deepEqual(
    lines.map(({ escrowId, outcome, interestCents, dischargedCents }) => [
      escrowId,
      outcome,
      interestCents,
      dischargedCents,
    ]),
    [
      ['escrow1', 'REPAID', 2_704, 0],
      ['e7', 'PLATFORM', 0, 0],
      ['e4', 'DISCHARGED', 0, 95_000],
      ['e5', 'DISCHARGED', 0, 95_209],
      ['e2', 'REPAID', 2_704, 0],
      // It accrued until the end of the year.
      ['e3', 'RUNNING', 0, 0],
    ],
  );
  assert.deepEqual(
    buildLines(loans, 'b1', 2027).map(({ escrowId }) => escrowId),
    ['e3'],
  );
});

test('what one party paid the other earned, to the cent', () => {
  const loans = [repaid('2026-05-09'), seized('2026-07-01', { id: 'e4', dischargedCents: 95_000 })];
  const borrower = sumLines(buildLines(loans, 'b1', 2026));
  const lender = sumLines(buildLines(loans, 'l1', 2026));
  assert.deepEqual(borrower, {
    interestEarnedCents: 0,
    interestPaidCents: 2_704,
    accruedAsLenderCents: 0,
    // 27.04 of the first, 51.59… until 1 July of the second.
    accruedAsBorrowerCents: 7_863,
    adjustmentEarnedCents: 0,
    adjustmentPaidCents: 0,
    dischargedAsLenderCents: 0,
    dischargedAsBorrowerCents: 95_000,
    saleGainCents: 0,
  });
  assert.deepEqual(
    [lender.interestEarnedCents, lender.dischargedAsLenderCents],
    [borrower.interestPaidCents, borrower.dischargedAsBorrowerCents],
  );
});

const statementOf = (loans: Escrow[]): Statement => {
  const lines = buildLines(loans, 'b1', 2026);
  return {
    year: 2026,
    name: 'Bea Borrower',
    madeAt: day('2026-12-31'),
    lines,
    sums: sumLines(lines),
  };
};

test('the CSV follows RFC 4180 and escapes formulas', async () => {
  const names = [
    '=HYPERLINK("http://x")',
    '+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    'Smith, "Jo"',
    '＝1+1',
  ];
  const loans = names.map((lenderName, n) => repaid('2026-05-09', { id: `e${n}`, lenderName }));
  const csv = await writeCsv(statementOf(loans));
  // Without the mark, Excel reads UTF-8 as a Western code page.
  assert.equal(csv[0], '\uFEFF');
  assert.ok(csv.endsWith('\r\n'));
  const lines = csv.slice(1).trimEnd().split('\r\n');
  assert.equal(lines.length, 1 + 2 * names.length + 1);
  assert.match(lines[0] ?? '', /^loan,domain,role,other_party,principal,/);
  assert.equal(
    lines[1],
    `e0,harborline.com,BORROWER,"'=HYPERLINK(""http://x"")",900.50,18,2026-03-10,2026-05-09,REPAID,0.00,27.04,0.00,0.00,0.00,27.04,0.00,0.00,0.00,0.00,,,,,,,,,,`,
  );
  assert.match(
    lines[2] ?? '',
    /^e0,.*,PAYMENT,,,,,,,,,,,2026-05-09,927\.54,0\.00,27\.04,900\.50,,,,,$/,
  );
  assert.ok(lines[11]?.includes('"Smith, ""Jo"""'));
  assert.equal(
    lines.at(-1),
    'Total,,,,,,,,,0.00,189.28,0.00,0.00,0.00,189.28,0.00,0.00,,,,,,,,,,,,0.00',
  );
  for (const cell of csv.split(/[,\r\n]+/)) assert.doesNotMatch(cell, /^"?[=+@\t\uFF1D-]/, cell);
});

test('the PDF has loans and totals, also for a year without loans and one with very many', {
  skip: findSkipReason('pdftotext'),
}, async () => {
  const one = readPdfText(
    await writePdf(statementOf([repaid('2026-05-09', { lenderName: '张伟' })])),
  );
  const split = 'US $927.54: US $27.04 interest, US $900.50 principal';
  for (const words of ['Statement of loans, 2026', 'harborline.com', '张伟', split])
    assert.ok(one.includes(words), words);
  const none = readPdfText(await writePdf(statementOf([])));
  assert.match(none, /Loans 0/);
  const many = Array.from({ length: 152 }, (_, n) => repaid('2026-05-09', { id: `e${n}` }));
  const all = readPdfText(await writePdf(statementOf(many)));
  assert.match(all, /2 more loans are in the CSV version of this statement/);
  assert.ok(all.includes('US $4,110.08'));
  const statement = statementOf([repaid('2026-05-09')]);
  const [line] = statement.lines;
  const payment = line?.payments[0];
  assert.ok(line && payment);
  const lines = [{ ...line, payments: Array.from({ length: 151 }, () => payment) }];
  const long = readPdfText(await writePdf({ ...statement, lines }));
  assert.match(long, /More payments\s+1, in the CSV version of this statement/);
});

const fetchAs = (accountId: string | null, path: string) =>
  fetch(`${service.url}/statements/${path}`, {
    headers: { [actorHeader]: signActor(testActor(accountId), testSecret) },
  });
const csvOf = async (loanOf: TestLoan, side: 'borrowerId' | 'lenderId', year: number) =>
  (await (await fetchAs(loanOf[side], `${year}/csv`)).text()).trimEnd().split('\r\n');

test('each party has its own statement of a loan, and other accounts have none', async () => {
  const repaidLoan = await createReceivedLoan(service);
  moveClock(30 * 86_400_000);
  expectData(await mutateLoan(repaidLoan.lender, 'finalize', repaidLoan));
  const year = (await escrows.get(repaidLoan.id)).repaidOn?.getUTCFullYear() ?? 0;
  const paid = await csvOf(repaidLoan, 'borrowerId', year);
  const earned = await csvOf(repaidLoan, 'lenderId', year);
  // 4,500 × 0.15 × 30 / 365 = 55.479…
  assert.match(paid.at(-1) ?? '', /^Total,.*,0\.00,55\.48,0\.00,0\.00,0\.00,55\.48,/);
  assert.match(earned.at(-1) ?? '', /^Total,.*,55\.48,0\.00,0\.00,0\.00,55\.48,0\.00,/);
  const other = await createAccount(service, 'Otto Other');
  const nothing = await fetchAs(other, `${year}/csv`);
  assert.equal((await nothing.text()).trimEnd().split('\r\n').length, 2);
  const pdf = await fetchAs(repaidLoan.lenderId, `${year}/pdf`);
  assert.equal(pdf.headers.get('content-type'), 'application/pdf');
  assert.match(pdf.headers.get('content-disposition') ?? '', /^attachment; filename="nameloan-/);
  assert.match(pdf.headers.get('cache-control') ?? '', /private/);
});

test('a confirmed part payment is in both statements of its year, with its split', async () => {
  resetClock();
  const loan = await createReceivedLoan(service);
  moveClock(20 * 86_400_000);
  const payment = await reportPart(loan);
  expectData(await confirmPayment(loan.lender, loan.id, { paymentId: payment.id }));
  const year = Number(payment.date?.slice(0, 4));
  for (const side of ['borrowerId', 'lenderId'] as const) {
    const [, row, part, total] = await csvOf(loan, side, year);
    const sums = side === 'lenderId' ? '36\\.99,0\\.00' : '0\\.00,36\\.99';
    assert.match(row ?? '', new RegExp(`,,RUNNING,${sums},0\\.00,0\\.00,`));
    // 4,500 × 0.15 × 20 / 365 = 36.986…
    assert.match(
      part ?? '',
      new RegExp(`,${payment.date},1000\\.00,0\\.00,36\\.99,963\\.01,,,,,$`),
    );
    assert.match(total ?? '', new RegExp(`^Total,,,,,,,,,${sums},0\\.00,0\\.00,`));
  }
});

test('the answer to each counted payment is known, beyond one read of the database', async () => {
  const answeredAt = day('2027-02-02');
  const payment: Omit<Payment, 'id'> = {
    ...{ version: 1, escrowId: 'e-answers', leg: 'REPAYMENT', from: 'BORROWER', to: 'LENDER' },
    ...{ valueDay: day('2026-12-20'), amountCents: 100, method: null, reference: null },
    ...{ payeeVersion: null, evidenceIds: [], reportedBy: 'BORROWER', reportedAt: answeredAt },
    ...{ status: 'CONFIRMED', confirmedCents: 100, answeredAt, reason: null },
  };
  const [first, second, third, silent, denied] = ['a1', 'a2', 'a3', 'a4', 'a5'] as const;
  await commit(async (tx) => {
    for (const id of [first, second, third, denied]) await payments.add({ ...payment, id }, tx);
    await payments.add({ ...payment, id: silent, status: 'DEEMED', answeredAt: null }, tx);
  });
  const count = (...ids: string[]) => ({
    countedPayments: ids.map((id) => ({
      ...{ id, day: answeredAt, amountCents: 100, deemedAt: null },
    })),
  });
  const loans = [count(first, second), { countedPayments: null }, count(silent, third)];
  const answers = await readAnswers(loans, 2);
  assert.deepEqual(
    answers,
    new Map([first, second, third].map((id) => [id, answeredAt])),
    'those that count, without a denied one',
  );
});

test('future years are rejected, and visitors have no statements', async () => {
  const me = await createAccount(service, 'Me');
  const next = new Date(Date.now() + 366 * 86_400_000).getUTCFullYear() + 1;
  for (const year of ['1999', String(next), '20261', '0', 'abcd', '2026.5', '-2026', '２０２６']) {
    const answer = await fetchAs(me, `${encodeURIComponent(year)}/csv`);
    assert.equal(answer.status, 400, year);
    const { fields } = (await answer.json()) as { fields: Record<string, string> };
    assert.match(fields.year ?? '', /^Enter a year from 2000 to \d{4}\.$/);
  }
  assert.equal((await fetchAs(null, '2026/pdf')).status, 401);
});
