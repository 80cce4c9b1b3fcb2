/** Asks Stripe how a payment stands now: its session, and every refund and dispute of it. */

import { traced } from '@nameloan/service/trace.ts';
import type { Stripe } from 'stripe';
import type { Meaning } from '../provider-event/meaning.ts';
import { NotConfirmed, nothing } from '../provider-event/meaning.ts';
import type { ReversalStatus, ToldReversal } from '../reversal/reversal.ts';
import { stripe } from './connect-stripe.ts';
import { readSession, sessionShape } from './read-session.ts';

/** What Stripe showed beside the meaning, to see whether it shows already what an event has told. */
export interface Seen {
  ids: string[];
  /** All that was ever given back, refunds that failed included. */
  refundedCents: number;
}

/** More refunds of one deposit than anybody makes. */
const mostRefunds = 500;

const refundStatuses: Record<string, ReversalStatus> = { failed: 'UNDONE', canceled: 'UNDONE' };
/** An inquiry (`warning_…`) and a dispute that was prevented move no money. */
const disputeStatuses: Record<string, ReversalStatus | undefined> = {
  needs_response: 'TAKEN',
  under_review: 'TAKEN',
  lost: 'LOST',
  won: 'UNDONE',
};

/** Throws NotConfirmed while Stripe cannot be asked. */
export function lookAtIntent(intentId: string): Promise<{ seen: Seen; meaning: Meaning }> {
  return traced('Stripe payment', { kind: 'client' }, () => look(intentId));
}

async function look(intentId: string): Promise<{ seen: Seen; meaning: Meaning }> {
  const { session, refunds, disputes } = await fetchAll(intentId);
  const seen = {
    ids: [...refunds, ...disputes].map(({ id }) => id),
    refundedCents: refunds.reduce((sum, { amount }) => sum + amount, 0),
  };
  if (!session) return { seen, meaning: nothing('IGNORED', 'The payment is not one of ours.') };
  const read = sessionShape.safeParse(session);
  if (!read.success) throw new NotConfirmed(`Stripe's session of ${intentId} is not in shape.`);
  const reversals = [...refunds.map(toldRefund), ...disputes.flatMap(toldDispute)];
  return { seen, meaning: readSession(read.data, { reversals }) };
}

async function fetchAll(payment_intent: string) {
  try {
    const client = await stripe();
    const [sessions, refunds, disputes] = await Promise.all([
      client.checkout.sessions.list({ payment_intent, limit: 1 }),
      client.refunds.list({ payment_intent, limit: 100 }).autoPagingToArray({ limit: mostRefunds }),
      client.disputes.list({ payment_intent, limit: 100 }),
    ]);
    return { session: sessions.data[0], refunds, disputes: disputes.data };
  } catch (error) {
    throw new NotConfirmed(`Stripe could not be asked about ${payment_intent}: ${String(error)}`);
  }
}

function toldRefund({ id, amount, status }: Stripe.Refund): ToldReversal {
  return {
    id: `stripe:${id}`,
    kind: 'REFUND',
    amountCents: amount,
    status: refundStatuses[status ?? ''] ?? 'TAKEN',
  };
}

function toldDispute({ id, amount, status }: Stripe.Dispute): ToldReversal[] {
  const known = disputeStatuses[status];
  if (!known) return [];
  return [{ id: `stripe:${id}`, kind: 'DISPUTE', amountCents: amount, status: known }];
}
