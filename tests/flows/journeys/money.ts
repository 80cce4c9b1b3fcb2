/** The balance: deposits by both providers, repeated and forged webhooks, exact to the cent. */

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { addProvenDomain, deposit } from '@nameloan/driver/steps';
import { sendConcurrently } from '../environment/concurrent-calls.ts';
import type { RestObject } from '../environment/loans.ts';
import { assertRejection, expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { getBalance, getTransactions } from '../environment/wait-for-state.ts';

const providers = [
  { call: 'stripe-session', method: 'Card' },
  { call: 'nowpayments-session', method: 'Cryptocurrency' },
] as const;

/** Opens a payment page; resolves to the provider's checkout. */
async function begin(
  environment: TestEnvironment,
  person: Person,
  call: string,
  amount: number,
): Promise<RestObject> {
  const answer = await person.call('POST', `/transactions/${call}`, { amount });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  assert.match(answer.body.uri, /^https?:\/\//);
  const checkouts: RestObject[] = await environment.sandbox.readCheckouts();
  const checkout = checkouts.find((one) => answer.body.uri.includes(one.id));
  assert.ok(checkout);
  assert.equal(checkout.amountCents, Math.round(amount * 100));
  return checkout;
}

/** Waits until every webhook of this checkout was accepted. */
function delivered(environment: TestEnvironment, id: string): Promise<unknown> {
  return waitFor('the webhooks', async () => {
    const checkouts: RestObject[] = await environment.sandbox.readCheckouts();
    const { webhooks } = checkouts.find((one) => one.id === id);
    return webhooks.every((one: RestObject) => one.state !== 'pending' && one.attempts > 0);
  });
}

export function money(environment: GetEnvironment): void {
  deposits(environment);
  partialPayments(environment);
  forgeries(environment);
  fees(environment);
}

function deposits(environment: GetEnvironment): void {
  for (const { call, method } of providers) {
    test(`a deposit by ${method} is credited once, however often its webhooks arrive`, async () => {
      const person = await environment().newPerson('Dora Deposit');
      const checkout = await begin(environment(), person, call, 123.45);
      assert.deepEqual(await getTransactions(person), [['Deposit', 123.45, method, 'PENDING']]);
      assert.equal(await getBalance(person), 0);
      await environment().sandbox.payCheckout(checkout.id);
      await waitFor('the deposit', async () => (await getBalance(person)) === 123.45);
      await Promise.all(
        [1, 2, 3, 4].map(() => environment().sandbox.redeliverWebhooks(checkout.id)),
      );
      await delivered(environment(), checkout.id);
      const second = await begin(environment(), person, call, 1);
      await environment().sandbox.payCheckout(second.id);
      await waitFor('the second deposit', async () => (await getBalance(person)) >= 124.45);
      assert.equal(await getBalance(person), 124.45);
      assert.deepEqual(await getTransactions(person), [
        ['Deposit', 1, method, 'DONE'],
        ['Deposit', 123.45, method, 'DONE'],
      ]);
      const ledger = await environment().checkLedger();
      assert.equal(ledger.sumCents, 0);
      assert.deepEqual(ledger.mismatches, []);
    });

    test(`a failed deposit by ${method} is shown as failed and credits nothing`, async () => {
      const person = await environment().newPerson('Fay Failing');
      const checkout = await begin(environment(), person, call, 10);
      await (call === 'stripe-session'
        ? environment().sandbox.cancelPayment(checkout.id)
        : environment().sandbox.failPayment(checkout.id));
      if (call === 'nowpayments-session') {
        await waitFor('its end', async () => {
          const [only] = (await person.get('/transactions')).transactions;
          return only.status === 'FAILED';
        });
      }
      assert.equal(await getBalance(person), 0);
    });

    test(`a deposit by ${method} outside 1 to 100,000 dollars, or with fractions of a cent, is rejected`, async () => {
      const person = await environment().newPerson('Bo Bounds');
      for (const amount of [0, 0.99, 100_000.01, -5, 1.005, 1e300, '10', null, { $gt: 0 }]) {
        const body = { amount };
        const refusal = await expectRejection(person, `POST /transactions/${call}`, {
          status: 400,
          body,
        });
        assert.ok(refusal.fields.amount, JSON.stringify(amount));
      }
      assert.deepEqual(await getTransactions(person), []);
    });
  }
}

function partialPayments(environment: GetEnvironment): void {
  test('a partial payment waits, and an overpayment credits only the requested amount', async () => {
    const person = await environment().newPerson('Pia Parts');
    const checkout = await begin(environment(), person, 'nowpayments-session', 50);
    await environment().sandbox.payCheckout(checkout.id, { part: true });
    await delivered(environment(), checkout.id);
    assert.equal(await getBalance(person), 0);
    assert.deepEqual(await getTransactions(person), [['Deposit', 50, 'Cryptocurrency', 'PENDING']]);
  });
}

function forgeries(environment: GetEnvironment): void {
  test('forged, altered and unsigned webhooks are 400 and credit nothing', async () => {
    const person = await environment().newPerson('Eve Example');
    const card = await begin(environment(), person, 'stripe-session', 40);
    const coin = await begin(environment(), person, 'nowpayments-session', 40);
    const stripe = JSON.stringify({
      id: 'evt_forged',
      object: 'event',
      type: 'checkout.session.completed',
      data: { object: { id: card.id, payment_status: 'paid', amount_total: 4000 } },
    });
    const ipn = JSON.stringify({ payment_id: 1, payment_status: 'finished', order_id: coin.id });
    const seconds = Math.floor(Date.now() / 1000);
    const sign = (text: string) => createHmac('sha256', 'whsec_guess').update(text).digest('hex');
    const forged: [string, string, Record<string, string>][] = [
      ['stripe', stripe, {}],
      ['stripe', stripe, { 'stripe-signature': 'x' }],
      ['stripe', stripe, { 'stripe-signature': `t=${seconds},v1=${sign(`${seconds}.${stripe}`)}` }],
      ['stripe', 'not json', { 'stripe-signature': `t=${seconds},v1=${'0'.repeat(64)}` }],
      ['nowpayments', ipn, {}],
      ['nowpayments', ipn, { 'x-nowpayments-sig': '0'.repeat(128) }],
      ['nowpayments', '', { 'x-nowpayments-sig': 'zz' }],
    ];
    for (const [provider, body, headers] of forged) {
      const response = await fetch(`${environment().url}/api/webhooks/${provider}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      const answer = { status: response.status, body: await response.json() };
      assertRejection({ ...answer, headers: response.headers }, 400, `${provider} ${body}`);
    }
    assert.equal(await getBalance(person), 0);
  });
}

function fees(environment: GetEnvironment): void {
  test('eight concurrent transfer requests hold one fee', async () => {
    const { ownInNeed, domain } = await inNeed(environment());
    const { authCode } = await environment().sandbox.readRegistration(domain.domain);
    const answers = await sendConcurrently(8, ownInNeed, {
      method: 'POST',
      path: `/domains/${domain.id}/transfer`,
      body: { transferCode: authCode },
    });
    assert.equal(answers.filter((one) => one.status === 200).length, 1);
    for (const one of answers) assert.ok([200, 409].includes(one.status), JSON.stringify(one.body));
    assert.equal(await getBalance(ownInNeed), 8);
    assert.deepEqual(await getTransactions(ownInNeed), [
      ['Transfer fee', -12, 'Balance', 'PENDING'],
      ['Deposit', 20, 'Card', 'DONE'],
    ]);
  });
}

async function inNeed(
  environment: TestEnvironment,
): Promise<{ ownInNeed: Person; domain: RestObject }> {
  const ownInNeed = await environment.newPerson('Nell Need');
  const domain = await addProvenDomain(ownInNeed, environment.sandbox, environment.newDomainName());
  await deposit(ownInNeed, environment.sandbox, 20);
  return { ownInNeed, domain };
}
