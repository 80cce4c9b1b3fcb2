/** Operator commands: recovering lost provider calls and settling payment exceptions. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { testSecret } from '@nameloan/testkit/service/test-service';
import { actOnCheckout } from '../testing/act-on-checkout.ts';
import type { TestPayments } from '../testing/start-payments.ts';
import { paidSession, startPayments } from '../testing/start-payments.ts';
import { transactions } from '../transaction/transaction.model.ts';

let payments: TestPayments;
before(async () => {
  payments = await startPayments();
});
after(() => payments.stop());

/** The sandbox numbers invoices and payments in step, from different offsets. */
const paymentsAfterInvoices = 1_200_000_000;

async function run(command: string, args: string[] = [], secret = testSecret) {
  const headers = { 'content-type': 'application/json', 'x-nameloan-secret': secret };
  const response = await payments.post('/operator', JSON.stringify({ command, args }), headers);
  return { status: response.status, ...((await response.json()) as { message: string }) };
}
const statusOf = async (id: string) => (await transactions.get(id)).status;

/** A deposit whose provider calls are lost. */
async function depositWithoutCalls(method: string, ...actions: [string, object?][]) {
  const accountId = newId();
  const deposit = await payments.deposit(accountId, 1000, method);
  for (const action of actions) await actOnCheckout(payments, deposit.session?.id, action);
  const paymentId = Number(deposit.session?.id) + paymentsAfterInvoices;
  return { accountId, deposit, paymentId };
}

test('lost Stripe calls are recovered once', async () => {
  const paid = await depositWithoutCalls('CARD', ['pay']);
  const refunded = await depositWithoutCalls('CARD', ['pay'], ['refund', { amountCents: 400 }]);
  const abandoned = await depositWithoutCalls('CARD', ['cancel']);
  const open = await depositWithoutCalls('CARD');
  const first = await run('reconcile');
  assert.match(first.message, /, 3 repaired, 0 open\./);
  assert.match(
    first.message,
    new RegExp(`deposit ${paid.deposit.id} changed from PENDING to DONE`),
  );
  assert.equal(await payments.balance(paid.accountId), 1000);
  assert.equal(await payments.balance(refunded.accountId), 600);
  assert.equal(await statusOf(abandoned.deposit.id), 'FAILED');
  assert.equal(await statusOf(open.deposit.id), 'PENDING');
  assert.match((await run('reconcile', ['7'])).message, /, 0 repaired, 0 open\./);
});

test('a credited deposit that Stripe reports as unpaid is reported and not changed', async () => {
  const { accountId, deposit } = await depositWithoutCalls('CARD');
  await payments.sendStripeEvent({ object: paidSession(deposit) });
  await payments.settle();
  const { message } = await run('reconcile');
  assert.match(
    message,
    new RegExp(`deposit ${deposit.id} is credited here, but its provider reports`),
  );
  assert.equal(await payments.balance(accountId), 1000);
});

test('a NOWPayments payment with a callback is fetched again; one without a callback must be named', async () => {
  const notified = await depositWithoutCalls('CRYPTOCURRENCY', ['pay']);
  await payments.sendIpn({ payment_id: notified.paymentId, payment_status: 'waiting' });
  const unnotified = await depositWithoutCalls('CRYPTOCURRENCY', ['pay']);
  await payments.settle();
  await run('reconcile');
  assert.equal(await statusOf(notified.deposit.id), 'DONE');
  assert.equal(await statusOf(unnotified.deposit.id), 'PENDING');
  const { message } = await run('reconcile', [`nowpayments:${unnotified.paymentId}`]);
  assert.match(message, /^1 payment checked, 1 repaired, 0 open\./);
  assert.equal(await payments.balance(unnotified.accountId), 1000);
  const unknown = await run('reconcile', ['nowpayments:12345']);
  assert.match(unknown.message, /open: nowpayments:12345: .* could not be confirmed/);
});

test('exceptions are listed, credited by amount or failed; invalid arguments are rejected', async () => {
  assert.equal((await run('deposits')).message, 'No payment is waiting for a decision.');
  const [one, two] = [
    await depositWithoutCalls('CRYPTOCURRENCY', ['pay', { part: true }]),
    await depositWithoutCalls('CRYPTOCURRENCY', ['pay', { over: true }]),
  ];
  for (const { paymentId } of [one, two]) await run('reconcile', [`nowpayments:${paymentId}`]);
  const list = (await run('deposits')).message;
  assert.match(list, /^2 payments are waiting/);
  assert.match(list, new RegExp(`nowpayments:${one.paymentId} .* \\$5\\.00 of \\$10\\.00\\.`));
  const credited = await run('deposits', ['credit', `nowpayments:${one.paymentId}`, '4.5']);
  assert.match(credited.message, /^\$4\.50 of payment .* was credited to/);
  assert.equal(await payments.balance(one.accountId), 450);
  const reason = 'It was more than expected and may be no mistake, so all of it goes back to you.';
  const failed = await run('deposits', [
    'fail',
    `nowpayments:${two.paymentId}`,
    ...reason.split(' '),
  ]);
  assert.match(failed.message, /was marked failed: It was more .* back to you\./);
  assert.equal(await statusOf(two.deposit.id), 'FAILED');
  const { message } = await run('reconcile', [`nowpayments:${two.paymentId}`]);
  assert.match(message, /, 0 repaired, 0 open\./, 'nothing arrived since it was marked failed');
  const wrong: [string, string[]][] = [
    ['deposits', ['credit']],
    ['deposits', ['pay', 'x']],
    ['deposits', ['credit', 'x', '4.555']],
    ['reconcile', ['0']],
    ['reconcile', ['soon']],
  ];
  for (const [command, args] of wrong) {
    const answer = await run(command, args);
    assert.deepEqual([answer.status, /^Usage:/.test(answer.message)], [400, true]);
  }
  assert.equal((await run('deposits', ['fail', 'x'])).status, 404);
  assert.equal((await run('grant')).status, 400);
  assert.equal((await run('deposits', [], 'guess')).status, 401);
  assert.deepEqual((await payments.fetchLedgerCheck()).mismatches, []);
});
