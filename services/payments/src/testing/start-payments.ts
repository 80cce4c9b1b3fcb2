/** Starts the payments service with the sandbox for tests, and sends signed provider calls. */

import type { ReplyPayload, RequestName, RequestPayload } from '@nameloan/contracts/requests';
import { freePort } from '@nameloan/runtime/free-port';
import { startSandbox } from '@nameloan/sandbox/server';
import { sendRequest } from '@nameloan/subgraph/request';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService, testSecret } from '@nameloan/testkit/service/test-service';
import Stripe from 'stripe';
import type { LedgerCheck } from '../ledger-check/check-ledger.ts';
import { sortJson } from '../nowpayments/sort-json.ts';
import { signIpn } from '../nowpayments/verify-ipn.ts';
import { paymentsService } from '../service.ts';
import { transactions } from '../transaction/transaction.model.ts';
import type { Transaction } from '../transaction/transaction.ts';

export const stripeSecret = 'whsec_test_0123456789abcdef';
export const ipnSecret = 'ipn secret of the test 0123456789';

export interface StripeCall {
  id?: string;
  type?: string;
  object: Record<string, unknown>;
}

export interface TestPayments extends TestService {
  sandboxUrl: string;
  request<Q extends RequestName>(name: Q, payload: RequestPayload<Q>): Promise<ReplyPayload<Q>>;
  /** Sends an event signed with the webhook secret; resolves to the HTTP status. */
  sendStripeEvent(call: StripeCall): Promise<number>;
  /** Sends a callback signed with the IPN secret; resolves to the HTTP status. */
  sendIpn(callback: Record<string, unknown>): Promise<number>;
  post(path: string, body: string, headers: Record<string, string>): Promise<Response>;
  /** Starts a deposit and reads its record. */
  deposit(accountId: string, amount: number, method?: string): Promise<Transaction>;
  /** Adds balance through a paid card deposit. */
  fund(accountId: string, amount: number): Promise<void>;
  balance(accountId: string): Promise<number>;
  fetchLedgerCheck(): Promise<LedgerCheck>;
}

/**
 * `forwardWebhooks`: the sandbox's signed calls go to the service; otherwise only the test sends calls.
 * `webhookUrl`: they go to this URL, under the service's paths, for the test to deliver.
 */
export async function startPayments(
  environment: Record<string, string> = {},
  { forwardWebhooks = false, webhookUrl }: { forwardWebhooks?: boolean; webhookUrl?: string } = {},
): Promise<TestPayments> {
  const port = await freePort();
  const serviceUrl = `http://127.0.0.1:${port}`;
  const target = forwardWebhooks ? serviceUrl : webhookUrl;
  const sandbox = await startSandbox({
    stripe: { secret: stripeSecret, url: target ? `${target}/webhooks/stripe` : null },
    nowpayments: { secret: ipnSecret, url: target ? `${target}/webhooks/nowpayments` : null },
  });
  const service = await startTestService(paymentsService, {
    PORT: String(port),
    PUBLIC_URL: 'https://nameloan.test',
    STRIPE_SECRET_KEY: 'sk_test_payments',
    STRIPE_WEBHOOK_SECRET: stripeSecret,
    STRIPE_API_URL: sandbox.stripe.url,
    NOWPAYMENTS_API_URL: sandbox.nowpayments.url,
    NOWPAYMENTS_API_KEY: 'key',
    NOWPAYMENTS_IPN_SECRET: ipnSecret,
    PROVIDER_TIMEOUT_MS: '2000',
    ...environment,
  });
  const stop = async () => {
    await service.stop();
    await sandbox.close();
  };
  return { ...service, sandboxUrl: sandbox.stripe.url, ...createHelpers(service), stop };
}

function createHelpers(service: TestService): Omit<TestPayments, keyof TestService | 'sandboxUrl'> {
  const post: TestPayments['post'] = (path, body, headers) =>
    fetch(`${service.url}${path}`, { method: 'POST', body, headers });
  const sendStripeEvent: TestPayments['sendStripeEvent'] = async ({ id, type, object }) => {
    const event = { id: id ?? `evt_${next++}`, type: type ?? 'checkout.session.completed' };
    const payload = JSON.stringify({ object: 'event', ...event, data: { object } });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: stripeSecret });
    return (await post('/webhooks/stripe', payload, { 'stripe-signature': signature })).status;
  };
  const deposit: TestPayments['deposit'] = async (accountId, amount, method = 'CARD') => {
    const answer = await service.as(accountId)(startMutation, { amount, method });
    if (!answer.data?.startDeposit) throw new Error(`deposit failed: ${answer.message}`);
    return transactions.get(answer.data.startDeposit.transaction.id);
  };
  const balance: TestPayments['balance'] = async (accountId) =>
    (await sendRequest(service.bus, 'payments.balance', { accountId })).availableCents;
  return {
    post,
    sendStripeEvent,
    deposit,
    balance,
    request: (name, payload) => sendRequest(service.bus, name, payload),
    sendIpn: async (callback) => {
      const body = JSON.stringify(callback);
      const headers = { 'x-nowpayments-sig': signIpn(sortJson(body), ipnSecret) };
      return (await post('/webhooks/nowpayments', body, headers)).status;
    },
    fund: async (accountId, amount) => {
      const before = await balance(accountId);
      await sendStripeEvent({ object: paidSession(await deposit(accountId, amount)) });
      await service.settle();
      if ((await balance(accountId)) !== before + amount)
        throw new Error('the deposit was not credited');
    },
    fetchLedgerCheck: async () => {
      const headers = { 'x-nameloan-secret': testSecret };
      const response = await fetch(`${service.url}/ledger/check`, { headers });
      return (await response.json()) as LedgerCheck;
    },
  };
}

let next = 1;

export const startMutation = `mutation ($amount: Cents!, $method: DepositMethod!) {
  startDeposit(amount: $amount, method: $method) {
    uri
    transaction { id type: typeLabel amount method: methodLabel status createdAt }
  }
}`;

/** A paid Checkout Session as in a Stripe event. */
export function paidSession(
  deposit: Transaction,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    id: deposit.session?.id,
    object: 'checkout.session',
    amount_total: deposit.amountCents,
    currency: 'usd',
    payment_status: 'paid',
    payment_intent: `pi_${deposit.id}`,
    client_reference_id: deposit.id,
    metadata: { transactionId: deposit.id },
    ...more,
  };
}
