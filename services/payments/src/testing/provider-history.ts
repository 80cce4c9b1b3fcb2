/** Generates random payment histories at a provider, their expected ledger, and random delivery orders. */

import { setTimeout as pause } from 'node:timers/promises';
import type { ReceivedCall, TestProduct } from '@nameloan/sandbox/webhook/test-product';
import fc from 'fast-check';
import type { DepositMethod, TransactionStatus } from '../transaction/transaction.ts';
import { actOnCheckout } from './act-on-checkout.ts';
import type { TestPayments } from './start-payments.ts';

type Action = [path: string, body?: object];

/** Actions on a deposit of `amountCents` and the expected result; entries are [kind, customer's cents]. */
export interface History {
  method: DepositMethod;
  actions: Action[];
  entries: [kind: string, cents: number][];
  status: TransactionStatus;
  /** Whether a payment exception is left. */
  waits: boolean;
}

export const amountCents = 1000;
const credit: [string, number] = ['DEPOSIT', amountCents];
const back: [string, number] = ['REFUND', -amountCents];

const candidates = fc.array(
  fc.record({
    what: fc.constantFrom('refund', 'dispute', 'win', 'lose'),
    cents: fc.integer({ min: 1, max: amountCents }),
  }),
  { maxLength: 6 },
);

/** A paid card payment followed by the generated actions that are possible in their state. */
const cardHistory: fc.Arbitrary<History> = candidates.map((generated) => {
  const actions: Action[] = [['pay']];
  const entries = [credit];
  let [left, open, lost, refunded] = [amountCents, 0, false, 0];
  for (const { what, cents } of generated) {
    const share = Math.min(cents, left);
    if (lost || refunded === amountCents) break;
    if (what === 'refund' && share > 0) {
      actions.push(['refund', { amountCents: share }]);
      entries.push(['REFUND', -share]);
      [left, refunded] = [left - share, refunded + share];
    } else if (what === 'dispute' && share > 0 && open === 0) {
      actions.push(['dispute', { amountCents: share }]);
      entries.push(['ADJUSTMENT', -share]);
      [left, open] = [left - share, share];
    } else if (what === 'win' && open > 0) {
      actions.push(['win']);
      entries.push(['ADJUSTMENT', open]);
      [left, open] = [left + open, 0];
    } else if (what === 'lose' && open > 0) {
      actions.push(['lose']);
      lost = true;
    }
  }
  return { method: 'CARD', actions, entries, status: left > 0 ? 'DONE' : 'REFUNDED', waits: false };
});

const part: Action = ['pay', { part: true }];
const over: Action = ['pay', { over: true }];
const coin = (
  actions: Action[],
  entries: History['entries'],
  status: TransactionStatus,
): History => ({ method: 'CRYPTOCURRENCY', actions, entries, status, waits: status === 'PENDING' });

const coinHistory = fc.constantFrom(
  coin([['pay']], [credit], 'DONE'),
  coin([['pay'], ['refund']], [credit, back], 'REFUNDED'),
  coin([part, ['pay']], [credit], 'DONE'),
  coin([part, ['pay'], ['refund']], [credit, back], 'REFUNDED'),
  coin([part], [], 'PENDING'),
  coin([over], [], 'PENDING'),
  coin([part, ['refund']], [], 'FAILED'),
  coin([over, ['refund']], [], 'FAILED'),
  coin([part, ['fail']], [], 'FAILED'),
  coin([['cancel']], [], 'FAILED'),
);

export const histories = fc.oneof({ weight: 2, arbitrary: cardHistory }, coinHistory);

/** Order, duplicates and early deliveries of the webhook calls. */
export const deliveries = fc.record({
  keys: fc.array(fc.nat(), { minLength: 40, maxLength: 40 }),
  early: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  oneByOne: fc.boolean(),
});
export type Deliveries = typeof deliveries extends fc.Arbitrary<infer D> ? D : never;

/** Runs a history at the sandbox and delivers its calls in the given order; each at least once. */
export async function runHistory(
  { payments, provider }: { payments: TestPayments; provider: TestProduct },
  { checkoutId, history }: { checkoutId: string | undefined; history: History },
  { keys, early, oneByOne }: Deliveries,
): Promise<void> {
  const from = provider.calls.length;
  const calls = () => provider.calls.slice(from);
  const deliver = async ({ path, headers, body }: ReceivedCall) => {
    const forwarded = ['stripe-signature', 'x-nowpayments-sig', 'content-type'];
    const forwardedHeaders = Object.entries(headers).filter(([name]) => forwarded.includes(name));
    await payments.post(path, body, Object.fromEntries(forwardedHeaders) as Record<string, string>);
    if (oneByOne) await payments.settle();
  };
  for (const [index, action] of history.actions.entries()) {
    await actOnCheckout(payments, checkoutId, action);
    await allSent(payments, checkoutId);
    const sent = calls();
    const first = sent[(early[index] ?? 0) % (sent.length + 1)];
    if (first) await deliver(first);
  }
  const all = calls();
  const again = all.filter((_, index) => (keys[index] ?? 0) % 2 === 0);
  const order = [...all, ...again]
    .map((call, index) => ({ call, key: keys[index % keys.length] ?? 0 }))
    .sort((a, b) => a.key - b.key);
  for (const { call } of order) await deliver(call);
  await payments.settle();
}

async function allSent({ sandboxUrl }: TestPayments, checkoutId: string | undefined) {
  for (;;) {
    const response = await fetch(`${sandboxUrl}/checkouts/${checkoutId}`);
    const { webhooks } = (await response.json()) as { webhooks: { state: string }[] };
    if (webhooks.every(({ state }) => state !== 'pending')) return;
    await pause(5);
  }
}
