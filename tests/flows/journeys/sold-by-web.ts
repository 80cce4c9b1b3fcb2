/** A running loan is sold as the web app does it: withdrawn, declined, signed, denied, confirmed, and sold back. */

import assert from 'node:assert/strict';
import type { RestObject } from '../environment/loans.ts';
import type { TestEnvironment } from '../environment/test-environment.ts';
import type { WebUser } from '../environment/web-user.ts';
import { newUser } from './new-user.ts';

export interface SoldLoan {
  borrower: WebUser;
  lender: WebUser;
  id: string;
  /** Of all payments, YYYY-MM-DD. */
  date: string;
}

const address = { address1: '1 Main Street', city: 'Springfield', zip: '12345', country: 'US' };
const price = 88_000;

/** Returns the token of the link. */
async function offer(seller: WebUser, { id, date }: SoldLoan): Promise<string> {
  const sale = await seller.run('OfferSale', { id, price, day: date, expires: date });
  return sale.url.slice(sale.url.lastIndexOf('/') + 1);
}

async function pay(
  { seller, buyer, token }: { seller: WebUser; buyer: WebUser; token: string },
  date: string,
): Promise<string> {
  assert.equal((await buyer.run('AcceptSale', { token })).role, 'BUYER');
  const { id, sha256 } = await buyer.run('AssignmentPage', { token });
  const signature = { sha256, address };
  await buyer.run('SignDeed', { token, name: buyer.name, ...signature });
  const signed = await seller.run('SignDeed', { token: id, name: seller.name, ...signature });
  assert.equal(signed.status, 'SIGNED');
  const sent = { token, date, method: 'Wire', reference: 'SALE-1' };
  assert.equal((await buyer.run('MarkPriceSent', sent)).status, 'SENT');
  return id;
}

/** The lender is the lender again at the end. */
export async function sellByWeb(environment: TestEnvironment, loan: SoldLoan): Promise<void> {
  const { borrower, lender, id, date } = loan;
  const buyer = await newUser(environment, 'Wilma Webb');
  try {
    const withdrawn = await offer(lender, loan);
    assert.equal((await buyer.run('AssignmentPage', { token: withdrawn })).role, 'VISITOR');
    const { assignment } = (await lender.run('LoanSale', { id })) as RestObject;
    assert.deepEqual(assignment.actions, ['WITHDRAW']);
    assert.equal((await lender.run('WithdrawSale', { token: assignment.id })).status, 'WITHDRAWN');
    assert.equal(await buyer.codeOf('AcceptSale', { token: withdrawn }), 'NOT_FOUND');
    const declined = await offer(lender, loan);
    assert.equal(await borrower.codeOf('AcceptSale', { token: declined }), 'FORBIDDEN');
    await buyer.run('AcceptSale', { token: declined });
    assert.equal((await buyer.run('DeclineSale', { token: declined })).status, 'DECLINED');

    const token = await offer(lender, loan);
    const saleId = await pay({ seller: lender, buyer, token }, date);
    assert.equal((await buyer.run('SalePayee', { token })).payee.holder, lender.name);
    const denial = { token: saleId, reason: 'Not there.' };
    assert.equal((await lender.run('DenyPrice', denial)).status, 'DISPUTED');
    assert.equal(await buyer.codeOf('DisputedSales'), 'FORBIDDEN');
    const decision = { token: saleId, outcome: 'CLOSED', reason: 'Mine.' };
    assert.equal(await buyer.codeOf('ResolveSale', decision), 'FORBIDDEN');
    assert.equal((await lender.run('ConfirmPrice', { token: saleId })).status, 'CLOSED');
    await isSold({ ...loan, buyer });

    const back = await offer(buyer, loan);
    const backId = await pay({ seller: buyer, buyer: lender, token: back }, date);
    assert.equal((await buyer.run('ConfirmPrice', { token: backId })).status, 'CLOSED');
    assert.equal((await borrower.run('LoanSale', { id })).lenderName, lender.name);
  } finally {
    await buyer.disconnect();
  }
}

/** The former lender answers a payment to them. */
async function isSold(loan: SoldLoan & { buyer: WebUser }): Promise<void> {
  const { borrower, lender, buyer, id, date } = loan;
  assert.equal(await lender.codeOf('LoanSale', { id }), 'NOT_FOUND');
  const own: RestObject[] = await lender.run('OwnSales');
  const sold = own.find(({ escrowId, status }) => escrowId === id && status === 'CLOSED');
  assert.equal(sold.role, 'SELLER');
  const { lenderName, sales } = await borrower.run('LoanSale', { id });
  assert.deepEqual([lenderName, sales[0].sellerName], [buyer.name, lender.name]);
  const payment = { id, date, amount: 100, method: 'Wire', reference: 'S-2' };
  const reported = await borrower.run('ReportPaymentToSeller', payment);
  const page = await lender.run('AssignmentPage', { token: sold.id });
  assert.equal(page.payments.at(-1).payee, 'FORMER_LENDER');
  const denying = { id, paymentId: reported.id, reason: 'Nothing arrived.' };
  assert.equal((await lender.run('DenyPayment', denying)).status, 'DENIED');
}
