/** Asks Stripe how a payment stands now: its session, and every refund and dispute of it. */

import { traced } from '@nameloan/service/trace.ts';
import type { Stripe } from 'stripe';
import type { PaymentUpdate } from '../provider-event/payment-update.ts';
import { NotConfirmedError, noEffect } from '../provider-event/payment-update.ts';
import type { ProviderReversal, ReversalStatus } from '../reversal/reversal.ts';
import { getStripe } from './connect-stripe.ts';
import { interpretSession, sessionShape } from './interpret-session.ts';

/** What Stripe showed beside the meaning, to see whether it shows already what an event has told. */
export interface IntentReversals {
  ids: string[];
  /** All that was ever given back, refunds that failed included. */
  refundedCents: number;
}

/** More refunds of one deposit than anybody makes. */
const maxRefunds = 500;

const refundStatuses: Record<string, ReversalStatus> = { failed: 'UNDONE', canceled: 'UNDONE' };
/** An inquiry (`warning_…`) and a dispute that was prevented move no money. */
const disputeStatuses: Record<string, ReversalStatus | undefined> = {
  needs_response: 'TAKEN',
  under_review: 'TAKEN',
  lost: 'LOST',
  won: 'UNDONE',
};

/** Throws NotConfirmed while Stripe cannot be asked. */
export function fetchPaymentIntent(
  intentId: string,
): Promise<{ seen: IntentReversals; meaning: PaymentUpdate }> {
  return traced('Stripe payment', { kind: 'client' }, () => fetchNow(intentId));
}

async function fetchNow(
  intentId: string,
): Promise<{ seen: IntentReversals; meaning: PaymentUpdate }> {
  const { session, refunds, disputes } = await fetchAll(intentId);
  const seen = {
    ids: [...refunds, ...disputes].map(({ id }) => id),
    refundedCents: refunds.reduce((sum, { amount }) => sum + amount, 0),
  };
  if (!session) return { seen, meaning: noEffect('IGNORED', 'The payment is not one of ours.') };
  const read = sessionShape.safeParse(session);
  if (!read.success)
    throw new NotConfirmedError(`Stripe's session of ${intentId} is not in shape.`);
  const reversals = [...refunds.map(readRefund), ...disputes.flatMap(readDispute)];
  return { seen, meaning: interpretSession(read.data, { reversals }) };
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
      `Stripe could not be asked about ${payment_intent}: ${String(error)}`,
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
