/** Verifies the signature and age of a Stripe webhook call. */

import { DomainError } from '@nameloan/contracts/errors';
import { z } from 'zod';
import { settings } from '../config.ts';
import type { SignedEvent } from '../provider-event/provider-event.ts';
import { getStripe } from './connect-stripe.ts';

/** Wall time; Stripe signs each retry again. */
const maxAgeSeconds = 300;

const shape = z.object({ id: z.string().min(1).max(200), type: z.string().min(1).max(200) });

/** INVALID_INPUT if the signature is missing, wrong or too old, or the body is not an event. */
export async function verifyStripe(body: Buffer, signature: unknown): Promise<SignedEvent> {
  const invalid = new DomainError('INVALID_INPUT', 'The signature of this call is not valid.');
  if (typeof signature !== 'string') throw invalid;
  const { webhooks } = await getStripe();
  let event: unknown;
  try {
    event = webhooks.constructEvent(
      body,
      signature,
      settings.value.STRIPE_WEBHOOK_SECRET,
      maxAgeSeconds,
    );
  } catch {
    throw invalid;
  }
  const read = shape.safeParse(event);
  if (!read.success) throw new DomainError('INVALID_INPUT', 'This is not a Stripe event.');
  const { id, type } = read.data;
  return { id: `stripe:${id}`, provider: 'STRIPE', type, body: body.toString('utf8') };
}
