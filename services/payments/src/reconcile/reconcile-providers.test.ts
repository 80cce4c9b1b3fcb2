/** What staff do from the command line: lost calls are made up for, and what waits is settled. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/service/id.ts';
import { testSecret } from '@nameloan/service/testing/test-service.ts';
import { actOnCheckout } from '../testing/act-on-checkout.ts';
import type { TestPayments } from '../testing/start-payments.ts';
import { paidSession, startPayments } from '../testing/start-payments.ts';
import { transactions } from '../transaction/transaction.model.ts';

let payments: TestPayments;
before(async () => {
  payments = await startPayments();
});
after(() => payments.stop());

/** The sandbox counts invoices and their payments together, from different first numbers. */
const paymentsAfterInvoices = 1_200_000_000;

async function say(verb: string, words: string[] = [], secret = testSecret) {
  const headers = { 'content-type': 'application/json', 'x-nameloan-secret': secret };
  const response = await payments.post('/operator', JSON.stringify({ verb, words }), headers);
  return { status: response.status, ...((await response.json()) as { message: string }) };
}
const statusOf = async (id: string) => (await transactions.get(id)).status;

/** A deposit whose payer acts, and of which no call of the provider arrives. */
async function unheard(method: string, ...actions: [string, object?][]) {
  const accountId = newId();
  const deposit = await payments.deposit(accountId, 1000, method);
  for (const action of actions) await actOnCheckout(payments, deposit.session?.id, action);
  const paymentId = Number(deposit.session?.id) + paymentsAfterInvoices;
  return { accountId, deposit, paymentId };
}

test('calls of Stripe that were lost are made up for, once', async () => {
  const paid = await unheard('CARD', ['pay']);
  const refunded = await unheard('CARD', ['pay'], ['refund', { amountCents: 400 }]);
  const left = await unheard('CARD', ['cancel']);
  const open = await unheard('CARD');
  const first = await say('reconcile');
  assert.match(first.message, /, 3 mended, 0 open\./);
  assert.match(first.message, new RegExp(`deposit ${paid.deposit.id} was PENDING, is DONE`));
  assert.equal(await payments.balance(paid.accountId), 1000);
  assert.equal(await payments.balance(refunded.accountId), 600);
  assert.equal(await statusOf(left.deposit.id), 'FAILED');
  assert.equal(await statusOf(open.deposit.id), 'PENDING');
  assert.match((await say('reconcile', ['7'])).message, /, 0 mended, 0 open\./);
});

test('a credited deposit that Stripe says is unpaid is shown, and nothing is done about it', async () => {
  const { accountId, deposit } = await unheard('CARD');
  await payments.sendStripeEvent({ object: paidSession(deposit) });
  await payments.settle();
  const { message } = await say('reconcile');
  assert.match(
    message,
    new RegExp(`deposit ${deposit.id} is credited here, and its provider says`),
  );
  assert.equal(await payments.balance(accountId), 1000);
});

test('a payment that NOWPayments called about once is asked again; one that it never called about by its name', async () => {
  const heard = await unheard('CRYPTOCURRENCY', ['pay']);
  await payments.sendIpn({ payment_id: heard.paymentId, payment_status: 'waiting' });
  const silent = await unheard('CRYPTOCURRENCY', ['pay']);
  await payments.settle();
  await say('reconcile');
  assert.equal(await statusOf(heard.deposit.id), 'DONE');
  assert.equal(await statusOf(silent.deposit.id), 'PENDING');
  const { message } = await say('reconcile', [`nowpayments:${silent.paymentId}`]);
  assert.match(message, /^1 payment asked about, 1 mended, 0 open\./);
  assert.equal(await payments.balance(silent.accountId), 1000);
  const unknown = await say('reconcile', ['nowpayments:12345']);
  assert.match(unknown.message, /open: nowpayments:12345: .* could not be confirmed/);
});

test('what waits is listed, credited by amount or given up, with words that are understood', async () => {
  assert.equal((await say('deposits')).message, 'No payment waits for an operator.');
  const [one, two] = [
    await unheard('CRYPTOCURRENCY', ['pay', { part: true }]),
    await unheard('CRYPTOCURRENCY', ['pay', { over: true }]),
  ];
  for (const { paymentId } of [one, two]) await say('reconcile', [`nowpayments:${paymentId}`]);
  const list = (await say('deposits')).message;
  assert.match(list, /^2 payments wait/);
  assert.match(list, new RegExp(`nowpayments:${one.paymentId} .* \\$5\\.00 of \\$10\\.00\\.`));
  const credited = await say('deposits', ['credit', `nowpayments:${one.paymentId}`, '4.5']);
  assert.match(credited.message, /^\$4\.50 of payment .* is on the balance/);
  assert.equal(await payments.balance(one.accountId), 450);
  const why =
    'It was more than asked for and could be more than a mistake, so all of it goes back to you.';
  const failed = await say('deposits', ['fail', `nowpayments:${two.paymentId}`, ...why.split(' ')]);
  assert.match(failed.message, /is given up: It was more .* back to you\./);
  assert.equal(await statusOf(two.deposit.id), 'FAILED');
  const { message } = await say('reconcile', [`nowpayments:${two.paymentId}`]);
  assert.match(message, /, 0 mended, 0 open\./, 'nothing came since it was given up');
  const wrong: [string, string[]][] = [
    ['deposits', ['credit']],
    ['deposits', ['pay', 'x']],
    ['deposits', ['credit', 'x', '4.555']],
    ['reconcile', ['0']],
    ['reconcile', ['soon']],
  ];
  for (const [verb, words] of wrong) {
    const answer = await say(verb, words);
    assert.deepEqual([answer.status, /^Understood are/.test(answer.message)], [400, true]);
  }
  assert.equal((await say('deposits', ['fail', 'x'])).status, 404);
  assert.equal((await say('grant')).status, 400);
  assert.equal((await say('deposits', [], 'guess')).status, 401);
  assert.deepEqual((await payments.fetchLedgerCheck()).mismatches, []);
});
