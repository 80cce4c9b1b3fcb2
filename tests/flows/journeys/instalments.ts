/** A loan of twelve instalments between two users over a year: agreed, paid, missed and cured, and missed again. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '@nameloan/driver/sandbox-client';
import {
  acceptOffer,
  bringIntoCustody,
  makeOffer,
  sendLoanMoney,
  tokenOf,
} from '@nameloan/driver/steps';
import { download, readPdfText } from '../environment/contract-pdf.ts';
import type { ListedDomain, Loan, RestObject } from '../environment/loans.ts';
import { createListedDomain, getEscrow } from '../environment/loans.ts';
import {
  confirm,
  expectNoSeizure,
  getSchedule,
  listStates,
  passDue,
  pay,
  payNext,
  reachDue,
  report,
  seize,
  startDay,
  waitForMail,
  yearly,
} from '../environment/planned-loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { waitForDomainNamed } from '../environment/wait-for-state.ts';
import { times } from './missed-deadlines.ts';

const toCents = (dollars: number): number => Math.round(dollars * 100);
const money = (dollars: number): string =>
  dollars.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

/** What a mail says about an instalment. */
const describe = (n: number, amount: number, what: 'is due' | 'was due'): RegExp => {
  const sum = money(amount).replace(/[$.]/g, '\\$&');
  return new RegExp(`^Instalment ${n} of 12, ${sum}, of the loan on \\S+ ${what}`, 'm');
};

export function instalments(environment: GetEnvironment): void {
  test('twelve instalments: agreed with their totals, paid, missed and cured, missed again and seized', async () => {
    const start = await startDay(environment());
    const figures = await computeFigures(environment(), start);
    const offered = await createListedDomain(environment(), yearly);
    const loan = await agreed(environment(), offered, figures);
    await moneyArrives(environment(), loan, figures);
    await threePaid(environment(), loan, figures);
    await missedAndCured(environment(), loan);
    await missedAgain(environment(), loan);
  });
}

async function computeFigures({ url }: TestEnvironment, start: string): Promise<RestObject> {
  const response = await fetch(`${url}/api/figures/plan`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...yearly, start }),
  });
  return (await response.json()) as RestObject;
}

/** Listing, offer, loan and contract have the payments, totals and rates that the calculator computed before. */
async function agreed(
  environment: TestEnvironment,
  offered: ListedDomain,
  figures: RestObject,
): Promise<Loan> {
  const { borrower, lender, domain, terms } = offered;
  const { listings } = (await lender.call('GET', '/listings?limit=100', undefined, { token: null }))
    .body;
  const listing = listings.find((one: RestObject) => one.domain === domain.domain);
  assert.deepEqual(
    [listing.plan, listing.period, listing.instalments],
    ['INSTALMENTS', 'MONTH', 12],
  );
  const offer = await makeOffer(lender, domain.id, terms);
  const escrow = await acceptOffer(borrower, offer.id);
  assert.deepEqual(
    [escrow.plan, escrow.instalments, escrow.early],
    ['INSTALMENTS', 12, 'KEEP_AMOUNT'],
  );
  const loan = { ...offered, id: escrow.id };
  const url: string = await waitFor('the contract', async () => {
    return (await getEscrow(borrower, loan)).borrower_contract_url;
  });
  const contract = await borrower.get(`/contracts/${tokenOf(url)}`);
  for (const { disclosure } of [listing, offer, escrow, contract]) {
    assert.equal(disclosure.repays, figures.total);
    assert.equal(disclosure.interest, figures.interest);
    assert.deepEqual(disclosure, listing.disclosure);
  }
  // The fee of the transfer is a cost of the loan that the calculator does not know.
  assert.ok(listing.disclosure.transfer_fee > 0);
  assert.ok(listing.disclosure.apr_nominal > figures.apr.nominal_us);
  assert.ok(listing.disclosure.apr_effective > figures.apr.effective_eu);
  await contractHasSchedule(environment, tokenOf(url), figures);
  return loan;
}

async function contractHasSchedule(
  environment: TestEnvironment,
  token: string,
  { rows, total }: RestObject,
): Promise<void> {
  const text = readPdfText(await download(`${environment.url}/api/contracts/${token}/pdf`));
  // Without pdftotext the text cannot be read.
  if (text === null) return;
  assert.match(text, /Schedule of payments/);
  assert.ok(text.includes(`US ${money(total)}`), text);
  for (const { payment, interest, principal, balance, days } of rows) {
    const parts = [interest, principal, balance].map(money);
    const line = `US ${money(payment)}: interest ${parts[0]} for ${days} days, Principal ${parts[1]}, then left ${parts[2]}`;
    assert.ok(text.includes(line), line);
  }
}

/** From the receipt on, the schedule is the agreed one. */
async function moneyArrives(
  { sandbox }: TestEnvironment,
  loan: Loan,
  figures: RestObject,
): Promise<void> {
  const { borrower, lender, domain, id } = loan;
  await bringIntoCustody(borrower, lender, { sandbox, escrowId: id, domain });
  const running = await sendLoanMoney(borrower, lender, id);
  const schedule = await getSchedule(loan);
  assert.deepEqual(
    schedule.map(({ paid: _, state: __, ...row }) => row),
    figures.rows,
  );
  assert.deepEqual(
    [...new Set(schedule.map(({ state, paid }) => `${state} ${paid}`))],
    ['PLANNED 0'],
  );
  const [first] = schedule;
  assert.deepEqual((await getEscrow(borrower, loan)).next_due, {
    date: first?.due,
    amount: first?.payment,
  });
  assert.deepEqual([running.stage, running.due_at.slice(0, 10)], ['ACTIVE', figures.rows[11].due]);
}

async function threePaid(
  environment: TestEnvironment,
  loan: Loan,
  figures: RestObject,
): Promise<void> {
  const { borrower, lender, id } = loan;
  for (let n = 1; n <= 3; n++) {
    await reachDue(environment, loan, n);
    await waitForMail(environment, borrower, describe(n, figures.rows[n - 1].payment, 'is due'));
    const row = figures.rows[n - 1];
    const payment = await report(loan, row.payment);
    assert.equal((await getEscrow(borrower, loan)).stage, 'PAYMENT_CLAIMED');
    assert.equal(
      (await getSchedule(loan))[n - 1]?.state,
      'PLANNED',
      'it counts once it is confirmed',
    );
    const open = await borrower.get(`/escrow/${id}/balance`);
    await confirm(loan, payment);
    const balance = await lender.get(`/escrow/${id}/balance`);
    assert.deepEqual(
      [open.if_confirmed.payoff, open.if_denied.payoff],
      [balance.payoff, open.payoff],
    );
    assert.ok(Math.abs(toCents(balance.principal) - toCents(row.balance)) <= 1);
    const before = await times(loan, 'REMIND_DUE');
    await passDue(environment, loan, { n, days: 3 });
    const after = await getEscrow(borrower, loan);
    assert.deepEqual([after.stage, after.notice_at, after.cure_amount], ['ACTIVE', null, 0]);
    assert.equal(after.next_due.date, figures.rows[n].due);
    assert.equal(await times(loan, 'REMIND_DUE'), before, 'a paid instalment has no reminder');
  }
  assert.deepEqual(await listStates(loan), ['PAID', 'PAID', 'PAID']);
}

async function missedAndCured(environment: TestEnvironment, loan: Loan): Promise<void> {
  const { borrower, lender } = loan;
  await passDue(environment, loan, { n: 4 });
  const missed = await getEscrow(borrower, loan);
  assert.deepEqual([missed.stage, missed.cure_amount], ['IN_GRACE', missed.next_due.amount]);
  assert.ok(missed.notice_at && missed.grace_ends_at);
  for (const person of [borrower, lender]) {
    const mail = await waitForMail(environment, person, describe(4, missed.cure_amount, 'was due'));
    assert.match(mail.subject, /^Notice of default/);
  }
  assert.equal((await listStates(loan)).at(-1), 'IN_GRACE');
  await expectNoSeizure(loan, 'IN_GRACE');
  await passDue(environment, loan, { n: 4, days: 3 });
  await pay(loan, missed.cure_amount);
  const cured = await getEscrow(lender, loan);
  assert.deepEqual([cured.stage, cured.notice_at, cured.cure_amount], ['ACTIVE', null, 0]);
  assert.deepEqual(await listStates(loan), ['PAID', 'PAID', 'PAID', 'CURED']);
}

/** A second missed one within 12 months needs no acceleration. */
async function missedAgain(environment: TestEnvironment, loan: Loan): Promise<void> {
  const { borrower, lender, domain } = loan;
  await payNext(environment, loan);
  await passDue(environment, loan, { n: 6 });
  assert.equal((await getEscrow(borrower, loan)).stage, 'IN_GRACE');
  await passDue(environment, loan, { n: 6, days: 9 });
  const overdue = await getEscrow(lender, loan);
  assert.equal(overdue.stage, 'OVERDUE');
  assert.ok(!overdue.actions.includes('ACCELERATE'));
  const path = `POST /escrow/${loan.id}/accelerate`;
  const { reason } = await expectRejection(lender, path, { status: 409, body: {} });
  assert.equal(reason, 'ACCELERATION_NOT_NEEDED');
  const owed = overdue.payoff;
  assert.equal((await seize(loan)).discharged, owed);
  await waitForDomainNamed(lender, domain.domain, 'CUSTODY_PAID');
  assert.deepEqual((await listStates(loan)).slice(0, 5), ['PAID', 'PAID', 'PAID', 'CURED', 'PAID']);
}
