/** Refunds, payment disputes and payment exceptions, for the payer and the operator. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { addProvenDomain, transferIn } from '@nameloan/driver/steps';
import type { RestObject } from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { getBalance, getTransactions, waitForDomainStatus } from '../environment/wait-for-state.ts';

export function refunds(environment: GetEnvironment): void {
  debts(environment);
  disputes(environment);
  paymentExceptions(environment);
}

/** Opens a payment page; resolves to its checkout's id at the provider. */
async function begin(
  environment: TestEnvironment,
  person: Person,
  call: string,
  amount: number,
): Promise<string> {
  const { uri } = await person.post(`/transactions/${call}-session`, { amount });
  const checkouts: RestObject[] = await environment.sandbox.readCheckouts();
  return checkouts.find((one) => uri.includes(one.id)).id;
}

/** Adds balance by card; resolves to the checkout's id. */
async function payIn(
  environment: TestEnvironment,
  person: Person,
  amount: number,
): Promise<string> {
  const before = await getBalance(person);
  const id = await begin(environment, person, 'stripe', amount);
  await environment.sandbox.payCheckout(id);
  await balanceBecomes(person, before + amount);
  return id;
}

const balanceBecomes = (person: Person, dollars: number) =>
  waitFor(`a balance of ${dollars}`, async () => (await getBalance(person)) === dollars);

const waitForNotification = (person: Person, words: RegExp): Promise<RestObject> =>
  waitFor(`word to ${person.name} of ${words}`, async () => {
    const { notifications } = await person.get('/notifications');
    return notifications.find((one: RestObject) => words.test(one.body));
  });

function debts(environment: GetEnvironment): void {
  test('a refund of spent money leaves a negative balance: no transfer until it is covered', async () => {
    const { sandbox } = environment();
    const person = await environment().newPerson('Rita Refund');
    const [first, second] = [
      await addProvenDomain(person, sandbox, environment().newDomainName()),
      await addProvenDomain(person, sandbox, environment().newDomainName()),
    ];
    const checkout = await payIn(environment(), person, 20);
    await transferIn(person, sandbox, first);
    await waitForDomainStatus(person, first, 'CUSTODY_PAID');
    await waitFor('the fee', async () => {
      const lines = (await getTransactions(person)) as unknown[][];
      return lines.some(([type, , , status]) => type === 'Transfer fee' && status === 'DONE');
    });
    await sandbox.refundPayment(checkout, 5);
    await balanceBecomes(person, 3);
    await sandbox.refundPayment(checkout);
    await balanceBecomes(person, -12);
    const alert = await waitForNotification(
      person,
      /^Your balance is \$12\.00 below zero\. Add at least/,
    );
    assert.equal(alert.message, true);
    const { authCode } = await sandbox.readRegistration(second.domain);
    const refusal = await expectRejection(person, `POST /domains/${second.id}/transfer`, {
      status: 402,
      body: { transferCode: authCode },
      message: /\$12\.00 below zero because a deposit was reversed: \$24\.00 is missing/,
    });
    assert.deepEqual([refusal.code, refusal.missing], ['BALANCE_TOO_LOW', 24]);
    await payIn(environment(), person, 24);
    await transferIn(person, sandbox, second);
    await waitForDomainStatus(person, second, 'CUSTODY_PAID');
    await balanceBecomes(person, 0);
    // The fee is charged after the arrival, which does not wait for it.
    await charged(person);
    assert.deepEqual(await getTransactions(person), [
      ['Transfer fee', -12, 'Balance', 'DONE'],
      ['Deposit', 24, 'Card', 'DONE'],
      ['Refund', -15, 'Card', 'DONE'],
      ['Refund', -5, 'Card', 'DONE'],
      ['Transfer fee', -12, 'Balance', 'DONE'],
      ['Deposit', 20, 'Card', 'REFUNDED'],
    ]);
    const { transactions } = await person.get(
      '/transactions?limit=100&type=transfer_fee&sort=oldest',
    );
    assert.deepEqual(
      transactions.map((one: RestObject) => [one.description, one.domain]),
      [first, second].map(({ domain }) => [`Transfer fee for ${domain}`, domain]),
    );
    await booksAreRight(environment());
  });
}

function disputes(environment: GetEnvironment): void {
  test('a payment dispute debits its amount with a notification and credits it when won, not when lost', async () => {
    const { sandbox } = environment();
    const person = await environment().newPerson('Dina Dispute');
    const won = await payIn(environment(), person, 30);
    await sandbox.disputePayment(won);
    await balanceBecomes(person, 0);
    await waitForNotification(person, /bank disputes \$30\.00/);
    await sandbox.winDispute(won);
    await balanceBecomes(person, 30);
    await waitForNotification(person, /dispute over \$30\.00 .* back in your balance/);
    await sandbox.disputePayment(won, 10);
    await sandbox.loseDispute(won);
    await balanceBecomes(person, 20);
    await waitForNotification(person, /keeps the amount/);
    await Promise.all([1, 2, 3].map(() => sandbox.redeliverWebhooks(won)));
    const lines = (await getTransactions(person)) as unknown[][];
    assert.deepEqual(lines.map((line) => line.slice(0, 2)).reverse(), [
      ['Deposit', 30],
      ['Adjustment', -30],
      ['Adjustment', 30],
      ['Adjustment', -10],
    ]);
    await booksAreRight(environment());
  });
}

function paymentExceptions(environment: GetEnvironment): void {
  test('a partial cryptocurrency payment waits until an operator credits it; others cannot', async () => {
    const { sandbox } = environment();
    const [person, operator] = [
      await environment().newPerson('Pia Parts'),
      await environment().newOperator(),
    ];
    await environment().setOperator(operator);
    await waitFor('the operator’s right', async () => {
      return (await operator.call('GET', '/transactions/exceptions')).status === 200;
    });
    const checkout = await begin(environment(), person, 'nowpayments', 50);
    await sandbox.payCheckout(checkout, { part: true, amountCents: 2075 });
    await waitForNotification(person, /our staff will review it/);
    const [line] = (await person.get('/transactions')).transactions;
    assert.deepEqual([line.status, line.reason], ['PENDING', '$20.75 arrived instead of $50.00.']);
    const odd = await waitFor('the operator’s list', async () => {
      const { status, body } = await operator.call('GET', '/transactions/exceptions?limit=100');
      const fits = (one: RestObject) => one.transaction?.id === line.id;
      return status === 200 && body.payments.find(fits);
    });
    assert.deepEqual([odd.expected, odd.received, odd.user.name], [50, 20.75, 'Pia Parts']);
    const aboutIt = new RegExp(`^Payment ${odd.id} doesn’t match its request`);
    assert.equal((await waitForNotification(operator, aboutIt)).message, true);
    const at = `/transactions/exceptions/${encodeURIComponent(odd.id)}`;
    await expectRejection(person, 'GET /transactions/exceptions', { status: 403 });
    await expectRejection(person, `POST ${at}`, { status: 404, body: { outcome: 'CREDIT' } });
    const settled = await operator.post(at, { outcome: 'CREDIT' });
    assert.deepEqual([settled.status, settled.transaction.amount], ['CREDITED', 20.75]);
    await balanceBecomes(person, 20.75);
    await waitFor(
      'the end of the alert',
      async () => !(await waitForNotification(operator, aboutIt)).message,
    );
    const again = await expectRejection(operator, `POST ${at}`, {
      status: 409,
      body: { outcome: 'FAIL' },
    });
    assert.equal(again.reason, 'ALREADY_DONE');
    await sandbox.refundPayment(checkout);
    await balanceBecomes(person, 0);
    await booksAreRight(environment());
  });
}

async function booksAreRight(environment: TestEnvironment): Promise<void> {
  const { sumCents, mismatches } = await environment.checkLedger();
  assert.deepEqual([sumCents, mismatches], [0, []]);
}

function charged(person: Person): Promise<unknown> {
  return waitFor('all fees to be charged', async () => {
    const { transactions } = await person.get('/transactions?limit=100');
    return transactions.every((one: RestObject) => one.status !== 'PENDING');
  });
}
