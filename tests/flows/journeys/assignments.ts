/** The sale of a running loan: by its link to a buyer, with a payment to the seller on the next day, and what ends it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { tokenOf } from '@nameloan/driver/steps';
import { assertStatuses } from '../environment/concurrent-calls.ts';
import { download, verify } from '../environment/contract-pdf.ts';
import type { Loan, RestObject } from '../environment/loans.ts';
import { createPostedLoan, getDomain, getEscrow, performAction } from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { today, waitForNotification } from './missed-deadlines.ts';

const dayMs = 86_400_000;
const address = { address1: '1 Main Street', city: 'Springfield', zip: '12345', country: 'US' };

export function assignments(environment: GetEnvironment): void {
  wholeSale(environment);
  disputedSale(environment);
  races(environment);
}

async function inDays(environment: TestEnvironment, days: number): Promise<string> {
  const at = Date.parse(await today(environment)) + days * dayMs;
  return new Date(at).toISOString().slice(0, 10);
}

interface Sale {
  loan: Loan;
  buyer: Person;
  token: string;
  /** Path of the sale by its id. */
  path: string;
}

/** Offers the loan of today for $910. */
async function offer(environment: TestEnvironment, loan: Loan): Promise<Sale> {
  const { id, url } = await performAction(loan.lender, loan, 'assignment', {
    price: 910,
    day: await today(environment),
    expires: await inDays(environment, 7),
  });
  const buyer = await environment.newPerson('Nia New');
  return { loan, buyer, token: tokenOf(url), path: `/assignments/${id}` };
}

const signDeed = (person: Person, path: string): Promise<RestObject> =>
  person.post(`${path}/sign`, { name: person.name, consent: true, address });

async function pay(environment: TestEnvironment, { loan, buyer, token, path }: Sale) {
  await buyer.post(`/assignments/${token}/accept`);
  await signDeed(buyer, path);
  await signDeed(loan.lender, path);
  const date = await today(environment);
  return buyer.post(`${path}/markSent`, { date, method: 'Wire', reference: 'SALE-1' });
}

function wholeSale(environment: GetEnvironment): void {
  test('a loan is sold on day 40: the buyer is repaid, and a payment to the seller on the next day discharges', async () => {
    const loan = await createPostedLoan(environment());
    const { borrower, lender } = loan;
    await waitFor('the seal', async () => (await getEscrow(lender, loan)).signed_pdf_url);
    await performAction(lender, loan, 'message', { message: 'Only the two of us read this.' });
    await environment().sandbox.advanceClock('40d');
    const sale = await offer(environment(), loan);
    const { buyer, path } = sale;
    const seen = await buyer.get(`/assignments/${sale.token}`);
    // 900.50 at 18 % for 40 days is 17.76.
    assert.deepEqual(
      [seen.status, seen.balance.payoff, seen.borrower_name],
      ['OFFERED', 918.26, null],
    );
    const wish = { kind: 'RATE', terms: { apy: 12 } };
    const body = { status: 409, body: wish };
    const blocked = await expectRejection(borrower, `POST /escrow/${loan.id}/amendments`, body);
    assert.equal(blocked.reason, 'SALE_OPEN');
    const sent = await pay(environment(), sale);
    assert.equal(sent.status, 'SENT');
    await waitForNotification([lender], /The buyer marked \$910\.00/);
    await lender.post(`${path}/confirm`);
    await waitForNotification([borrower], /was sold/);
    await isBuyers(environment(), sale);
    await paysBoth(environment(), sale);
    await endsWithBuyer(environment(), sale);
  });
}

/** Loan, domain, chat and deed follow the sale. */
async function isBuyers(environment: TestEnvironment, { loan, buyer, path }: Sale): Promise<void> {
  const { borrower, lender } = loan;
  const { role, lender_name, sales } = await getEscrow(buyer, loan);
  assert.deepEqual([role, lender_name, sales.length], ['LENDER', 'Nia New', 1]);
  await expectRejection(lender, `GET /escrow/${loan.id}`, { status: 404 });
  for (const [person, count] of [
    [buyer, 1],
    [lender, 0],
  ] as const) {
    const { escrows } = await person.post('/escrow/lender', { limit: 10 });
    assert.equal(escrows.length, count, person.name);
  }
  await waitFor('the lender at domains', async () => {
    const { status } = await buyer.call('GET', `/domains/${loan.domain.id}`);
    return status === 200;
  });
  assert.equal((await getDomain(borrower, loan.domain)).id, loan.domain.id);
  await performAction(buyer, loan, 'message', { message: 'Hello from the new lender.' });
  const texts = async (person: Person) =>
    (await person.get(`/escrow/${loan.id}/messages`)).map(({ message }: RestObject) => message);
  assert.deepEqual(await texts(buyer), ['Hello from the new lender.']);
  assert.deepEqual(await texts(lender), ['Only the two of us read this.']);
  const sealed = await waitFor('the sealed deed', async () => {
    const found = await borrower.get(path);
    return found.sealed && found;
  });
  const pdf = await download(`${environment.url}${sealed.deed_path}`, borrower);
  const checked = await verify(environment.url, pdf);
  assert.deepEqual([checked.known, checked.sealed, checked.amendment], [true, true, null]);
}

/** On the day after the notice the seller is still a payee; on the next one only the buyer is. */
async function paysBoth(environment: TestEnvironment, { loan, buyer, path }: Sale): Promise<void> {
  const { borrower, lender } = loan;
  await environment.sandbox.advanceClock('1d');
  const payments = `/escrow/${loan.id}/payments`;
  const part = async (amount: number, payee: string) => ({
    ...{ date: await today(environment), amount, method: 'Wire', payee },
    reference: `${payee}-${amount}`,
  });
  const first = await borrower.post(payments, await part(100, 'FORMER_LENDER'));
  await expectRejection(buyer, `POST ${payments}/${first.id}/deny`, {
    status: 403,
    body: { reason: 'Not mine.' },
  });
  await lender.post(`${payments}/${first.id}/confirm`);
  assert.equal((await buyer.get(path)).owed_on, 100);
  await environment.sandbox.advanceClock('1d');
  await expectRejection(borrower, `POST ${payments}`, {
    status: 400,
    body: await part(50, 'FORMER_LENDER'),
  });
  const second = await borrower.post(payments, await part(50, 'LENDER'));
  await expectRejection(lender, `POST ${payments}/${second.id}/confirm`, { status: 404 });
  await buyer.post(`${payments}/${second.id}/confirm`);
}

async function endsWithBuyer(environment: TestEnvironment, { loan, buyer }: Sale): Promise<void> {
  const { borrower, lender } = loan;
  const date = await today(environment);
  await performAction(borrower, loan, 'claimRepaid', { date, method: 'Wire', reference: 'B-1' });
  await expectRejection(lender, `POST /escrow/${loan.id}/finalize`, {
    status: 404,
    body: { outcome: 'RETURN' },
  });
  const over = await performAction(buyer, loan, 'finalize', { outcome: 'RETURN' });
  assert.equal(over.status, 'FINALIZED_RETURN_TO_BORROWER');
  const year = date.slice(0, 4);
  for (const [person, kind] of [
    [lender, /,SOLD,.*,910\.00,918\.26,-8\.26/],
    [buyer, /,BOUGHT,.*,910\.00,918\.26,8\.26/],
  ] as const) {
    const csv = await download(`${environment.url}/api/statements/${year}.csv`, person);
    assert.match(Buffer.from(csv).toString('utf8'), kind);
  }
}

function disputedSale(environment: GetEnvironment): void {
  test('a seller who does not answer the price for ten days has a dispute of the deed, which an operator decides', async () => {
    const loan = await createPostedLoan(environment());
    await waitFor('the seal', async () => (await getEscrow(loan.lender, loan)).signed_pdf_url);
    const sale = await offer(environment(), loan);
    await pay(environment(), sale);
    await environment().sandbox.advanceClock('10d');
    const { buyer, path } = sale;
    await waitFor('the dispute', async () => (await buyer.get(path)).status === 'DISPUTED');
    assert.equal((await getEscrow(loan.borrower, loan)).stage, 'ACTIVE');
    const operator = await environment().newOperator();
    await environment().setOperator(operator);
    await waitFor('the operator', async () => {
      const { status } = await operator.call('GET', '/assignments?disputed=true');
      return status === 200;
    });
    const body = { outcome: 'CLOSED', reason: 'The bank confirms the transfer.' };
    await expectRejection(buyer, `POST ${path}/resolve`, { status: 403, body });
    await operator.post(`${path}/resolve`, body);
    assert.equal((await getEscrow(buyer, loan)).role, 'LENDER');
    await waitForNotification([loan.lender], /An operator decided .* has closed/);
  });
}

function races(environment: GetEnvironment): void {
  test('of a closing and a repayment, a claim or a second closing at once, one state remains', async () => {
    const loans = await Promise.all([1, 2, 3].map(() => createPostedLoan(environment())));
    for (const loan of loans)
      await waitFor('the seal', async () => (await getEscrow(loan.lender, loan)).signed_pdf_url);
    const date = await today(environment());
    const claim = { date, method: 'Wire', reference: 'B-1' };
    for (const [index, loan] of loans.entries()) {
      const sale = await offer(environment(), loan);
      await pay(environment(), sale);
      const { lender, borrower } = loan;
      const rivals = [
        () => lender.call('POST', `/escrow/${loan.id}/finalize`, { outcome: 'RETURN' }),
        () => borrower.call('POST', `/escrow/${loan.id}/claimRepaid`, claim),
        () => lender.call('POST', `${sale.path}/confirm`),
      ];
      await lender.stepUp();
      const rival = rivals[index] ?? assert.fail('no rival');
      const results = await Promise.all([lender.call('POST', `${sale.path}/confirm`), rival()]);
      const { status } = await sale.buyer.get(sale.path);
      const closed = status === 'CLOSED';
      const after = await getEscrow(borrower, loan);
      assert.equal(after.lender_name, closed ? 'Nia New' : 'Len Lender');
      assert.equal(results[0]?.status === 200 || (index === 2 && closed), closed);
      if (index === 0) assert.notEqual(closed, after.status === 'FINALIZED_RETURN_TO_BORROWER');
      if (index === 2) assertStatuses(results, 200, 409);
    }
  });
}
