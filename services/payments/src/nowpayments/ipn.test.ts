/** NOWPayments callbacks: signed over sorted keys, confirmed with the provider, credited once. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { entries } from '../ledger/entry.model.ts';
import { NotConfirmedError } from '../provider-event/payment-update.ts';
import { providerEvents } from '../provider-event/provider-event.model.ts';
import { applyProviderEvent } from '../settlement/apply-provider-event.ts';
import { actOnCheckout } from '../testing/act-on-checkout.ts';
import type { TestPayments } from '../testing/start-payments.ts';
import { ipnSecret, startPayments } from '../testing/start-payments.ts';
import { transactions } from '../transaction/transaction.model.ts';
import { sortJson } from './sort-json.ts';
import { signIpn } from './verify-ipn.ts';

let payments: TestPayments;
before(async () => {
  payments = await startPayments();
});
after(() => payments.stop());

/** The sandbox numbers invoices and payments in step, from different offsets. */
const paymentsAfterInvoices = 1_200_000_000;

async function startDeposit(amount = 2500) {
  const accountId = newId();
  const deposit = await payments.deposit(accountId, amount, 'CRYPTOCURRENCY');
  const invoiceId = deposit.session?.id ?? '';
  const paymentId = Number(invoiceId) + paymentsAfterInvoices;
  const callback = (payment_status: string, more: Record<string, unknown> = {}) => ({
    payment_id: paymentId,
    invoice_id: Number(invoiceId),
    payment_status,
    price_amount: amount / 100,
    price_currency: 'usd',
    order_id: deposit.id,
    fee: { currency: 'btc', depositFee: 0, withdrawalFee: 0 },
    ...more,
  });
  return { accountId, deposit, invoiceId, callback };
}
const act = (id: string, ...action: [string, object?]) => actOnCheckout(payments, id, action);
const statusOf = async (id: string) => (await transactions.get(id)).status;
const eventsOf = (payment: { payment_id: number }) =>
  providerEvents.findMany({
    _id: {
      $gte: `nowpayments:${payment.payment_id}:`,
      $lt: `nowpayments:${payment.payment_id};`,
    },
  });

test('a finished and confirmed payment is credited once, despite repetitions', async () => {
  const { accountId, deposit, invoiceId, callback } = await startDeposit();
  await act(invoiceId, 'pay');
  const calls = Array.from({ length: 8 }, () => payments.sendIpn(callback('finished')));
  assert.ok((await Promise.all(calls)).every((status) => status === 200));
  await payments.settle();
  await payments.sendIpn(callback('finished', { updated_at: 'later' }));
  await payments.sendIpn(callback('confirming'));
  await payments.sendIpn(callback('expired'));
  await payments.settle();
  assert.equal(await payments.balance(accountId), 2500);
  assert.equal(await statusOf(deposit.id), 'DONE');
  assert.equal(await entries.count({ accountId }), 1);
});

test('a pending payment is not credited', async () => {
  const { accountId, deposit, callback } = await startDeposit();
  for (const status of ['waiting', 'confirming', 'confirmed', 'sending']) {
    assert.equal(await payments.sendIpn(callback(status)), 200);
  }
  await payments.settle();
  assert.equal(await statusOf(deposit.id), 'PENDING');
  assert.equal(await payments.balance(accountId), 0);
});

test('a finished callback is credited only once the provider confirms it', async () => {
  const { accountId, deposit, invoiceId, callback } = await startDeposit();
  assert.equal(await payments.sendIpn(callback('finished')), 200);
  const [event] = await eventsOf(callback('finished'));
  assert.ok(event);
  const job = { kind: '', key: event.id, data: {}, attempt: 1, dueAt: new Date() };
  await assert.rejects(applyProviderEvent(job), NotConfirmedError);
  assert.equal(await statusOf(deposit.id), 'PENDING');
  await act(invoiceId, 'pay');
  await applyProviderEvent(job);
  await applyProviderEvent(job);
  assert.equal(await payments.balance(accountId), 2500);
});

test('a finished callback that is never confirmed is left to an operator', async () => {
  const { accountId, callback } = await startDeposit();
  await payments.sendIpn(callback('finished'));
  const [event] = await eventsOf(callback('finished'));
  assert.ok(event);
  await applyProviderEvent({ kind: '', key: event.id, data: {}, attempt: 300, dueAt: new Date() });
  assert.equal((await providerEvents.get(event.id)).state, 'REFUSED');
  assert.equal(await payments.balance(accountId), 0);
});

test('a failed or expired payment fails the deposit with a reason', async () => {
  for (const [action, status] of [
    ['fail', 'failed'],
    ['cancel', 'expired'],
  ] as const) {
    const { accountId, deposit, invoiceId, callback } = await startDeposit();
    await act(invoiceId, action);
    await payments.sendIpn(callback(status));
    await payments.settle();
    assert.equal(await statusOf(deposit.id), 'FAILED');
    const event = await payments.event(
      'payments.deposit.failed',
      (data) => data.accountId === accountId,
    );
    assert.equal(
      event.data.reason.code,
      action === 'cancel' ? 'NOT_PAID_IN_TIME' : 'PAYMENT_FAILED',
    );
  }
});

test('only the provider’s state counts, not the content of the callback', async () => {
  const poor = await startDeposit(100);
  const rich = await startDeposit(9_000_000);
  await act(poor.invoiceId, 'pay');
  const claims = { order_id: rich.deposit.id, price_amount: 90_000 };
  await payments.sendIpn(poor.callback('finished', claims));
  await payments.settle();
  assert.equal(await payments.balance(rich.accountId), 0);
  assert.equal(await payments.balance(poor.accountId), 100);
});

test('forged and missing signatures and signed invalid bodies are rejected with 400 and not stored', async () => {
  const { callback, accountId, invoiceId } = await startDeposit();
  await act(invoiceId, 'pay');
  const body = JSON.stringify(callback('finished'));
  const valid = signIpn(sortJson(body), ipnSecret);
  const last = valid.endsWith('0') ? '1' : '0';
  const attempts: [string, Record<string, string>][] = [
    [body, {}],
    [body, { 'x-nowpayments-sig': '' }],
    [body, { 'x-nowpayments-sig': valid.slice(0, -1) + last }],
    [body, { 'x-nowpayments-sig': signIpn(sortJson(body), 'another secret') }],
    [body, { 'x-nowpayments-sig': signIpn(body, ipnSecret) }],
    [body.replace('"usd"', '"eur"'), { 'x-nowpayments-sig': valid }],
    ['', { 'x-nowpayments-sig': valid }],
    ['[1,', { 'x-nowpayments-sig': valid }],
    ['[]', { 'x-nowpayments-sig': signIpn('[]', ipnSecret) }],
    [
      '{"payment_id":{"$ne":1}}',
      { 'x-nowpayments-sig': signIpn('{"payment_id":{"$ne":1}}', ipnSecret) },
    ],
    [`${'['.repeat(100_000)}`, { 'x-nowpayments-sig': valid }],
  ];
  for (const [text, headers] of attempts) {
    const response = await payments.post('/webhooks/nowpayments', text, headers);
    assert.equal(response.status, 400, text.slice(0, 60));
  }
  await payments.settle();
  assert.deepEqual(await eventsOf(callback('')), []);
  assert.equal(await payments.balance(accountId), 0);
});

test('signatures over the original and over the reserialised JSON are both valid', async () => {
  const text = '{"payment_status":"waiting","payment_id":77,"rate":0.0000001,"a":{"c":1.50,"b":2}}';
  const original =
    '{"a":{"b":2,"c":1.50},"payment_id":77,"payment_status":"waiting","rate":0.0000001}';
  const reserialised =
    '{"a":{"b":2,"c":1.5},"payment_id":77,"payment_status":"waiting","rate":1e-7}';
  assert.equal(sortJson(text), original);
  for (const signed of [original, reserialised]) {
    const headers = { 'x-nowpayments-sig': signIpn(signed, ipnSecret).toUpperCase() };
    assert.equal((await payments.post('/webhooks/nowpayments', text, headers)).status, 200);
  }
});

test('a callback about an unknown payment is stored and answered with 200', async () => {
  const callback = { payment_id: 999_999, payment_status: 'waiting', order_id: 'unknown' };
  assert.equal(await payments.sendIpn(callback), 200);
  assert.equal((await eventsOf(callback)).length, 1);
});
