/** Fetches a payment intent's session, refunds and disputes from Stripe. */

import { traced } from '@nameloan/runtime/trace';
import type { Stripe } from 'stripe';
import type { PaymentUpdate } from '../provider-event/payment-update.ts';
import { NotConfirmedError, noEffect } from '../provider-event/payment-update.ts';
import type { ProviderReversal, ReversalStatus } from '../reversal/reversal.ts';
import { getStripe } from './connect-stripe.ts';
import { interpretSession, sessionShape } from './interpret-session.ts';

/** Reversals that Stripe reports, to check whether they include an event's reversal. */
export interface IntentReversals {
  ids: string[];
  /** Sum of all refunds, including failed ones. */
  refundedCents: number;
}

/** More refunds than a deposit plausibly has. */
const maxRefunds = 500;

const refundStatuses: Record<string, ReversalStatus> = { failed: 'UNDONE', canceled: 'UNDONE' };
/** An inquiry (`warning_…`) and a prevented dispute move no money. */
const disputeStatuses: Record<string, ReversalStatus | undefined> = {
  needs_response: 'TAKEN',
  under_review: 'TAKEN',
  lost: 'LOST',
  won: 'UNDONE',
};

/** Throws NotConfirmedError if Stripe is unreachable. */
export function fetchPaymentIntent(
  intentId: string,
): Promise<{ reported: IntentReversals; update: PaymentUpdate }> {
  return traced('Stripe payment', { kind: 'client' }, () => fetchNow(intentId));
}

async function fetchNow(
  intentId: string,
): Promise<{ reported: IntentReversals; update: PaymentUpdate }> {
  const { session, refunds, disputes } = await fetchAll(intentId);
  const reported = {
    ids: [...refunds, ...disputes].map(({ id }) => id),
    refundedCents: refunds.reduce((sum, { amount }) => sum + amount, 0),
  };
  if (!session) return { reported, update: noEffect('IGNORED', 'The payment is not one of ours.') };
  const read = sessionShape.safeParse(session);
  if (!read.success)
    throw new NotConfirmedError(`Stripe returned an invalid session for ${intentId}.`);
  const reversals = [...refunds.map(readRefund), ...disputes.flatMap(readDispute)];
  return { reported, update: interpretSession(read.data, { reversals }) };
}

async function fetchAll(payment_intent: string) {
  try {
    const client = await getStripe();
    const [sessions, refunds, disputes] = await Promise.all([
      client.checkout.sessions.list({ payment_intent, limit: 1 }),
      client.refunds.list({ payment_intent, limit: 100 }).autoPagingToArray({ limit: maxRefunds }),
      client.disputes.list({ payment_intent, limit: 100 }),
    ]);
    return { session: sessions.data[0], refunds, disputes: disputes.data };
  } catch (error) {
    throw new NotConfirmedError(
      `Stripe could not be queried about ${payment_intent}: ${String(error)}`,
    );
  }
}

function readRefund({ id, amount, status }: Stripe.Refund): ProviderReversal {
  return {
    id: `stripe:${id}`,
    kind: 'REFUND',
    amountCents: amount,
    status: refundStatuses[status ?? ''] ?? 'TAKEN',
  };
}

function readDispute({ id, amount, status }: Stripe.Dispute): ProviderReversal[] {
  const known = disputeStatuses[status];
  if (!known) return [];
  return [{ id: `stripe:${id}`, kind: 'DISPUTE', amountCents: amount, status: known }];
}
