/** Interprets a Stripe Checkout Session. */

import type { DepositFailureCode } from '@nameloan/contracts/deposit-reasons';
import { z } from 'zod';
import { settings } from '../config.ts';
import type { PaymentUpdate } from '../provider-event/payment-update.ts';
import { noEffect } from '../provider-event/payment-update.ts';
import type { ProviderReversal } from '../reversal/reversal.ts';

export const sessionShape = z.object({
  id: z.string(),
  amount_total: z.number().int().nullable(),
  currency: z.string().nullable(),
  payment_status: z.string(),
  payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  /** Whether it is real money, and not Stripe's test mode. */
  livemode: z.boolean().optional(),
});
export type Session = z.output<typeof sessionShape>;

/** `reason` says why it failed, if it did. */
export function interpretSession(
  page: Session,
  {
    reason,
    reversals = [],
  }: { reason?: DepositFailureCode | undefined; reversals?: ProviderReversal[] },
): PaymentUpdate {
  const transactionId = page.metadata?.transactionId;
  if (!transactionId) return noEffect('IGNORED', 'The session is not one of ours.');
  if ((page.livemode ?? isLiveKey()) !== isLiveKey())
    return noEffect(
      'REFUSED',
      'The session and the API key are of different modes, live and test.',
    );
  if (reason) return { kind: 'NOT_PAID', transactionId, sessionId: page.id, reason };
  if (page.payment_status !== 'paid') return noEffect('IGNORED', 'It is not paid yet.');
  return {
    kind: 'PAID',
    payment: {
      transactionId,
      sessionId: page.id,
      paymentId: findIntentId(page) ?? page.id,
      amountCents: page.amount_total ?? 0,
      currency: (page.currency ?? 'none').toLowerCase(),
      method: 'CARD',
      arrivedCents: page.amount_total,
      mismatch: null,
      reversals,
    },
  };
}

const isLiveKey = (): boolean => /^[sr]k_live_/.test(settings.value.STRIPE_SECRET_KEY);

/** The session's payment intent; undefined before payment. */
export function findIntentId({ payment_intent: intent }: Session): string | undefined {
  return typeof intent === 'string' ? intent : intent?.id;
}
