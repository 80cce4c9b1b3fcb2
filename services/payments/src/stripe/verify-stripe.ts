/** Believes a call only if Stripe has signed it, and lately. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import { z } from 'zod';
import { settings } from '../config.ts';
import type { SignedEvent } from '../provider-event/provider-event.ts';
import { getStripe } from './connect-stripe.ts';

/** Wall time; Stripe signs every repetition anew. */
const maxAgeSeconds = 300;

const shape = z.object({ id: z.string().min(1).max(200), type: z.string().min(1).max(200) });

/** INVALID_INPUT when the signature is missing, forged or old, or the body is no event. */
export async function verifyStripe(body: Buffer, signature: unknown): Promise<SignedEvent> {
  const refused = new DomainError('INVALID_INPUT', 'The signature of this call is not valid.');
  if (typeof signature !== 'string') throw refused;
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
    throw refused;
  }
  const read = shape.safeParse(event);
  if (!read.success) throw new DomainError('INVALID_INPUT', 'This is not an event of Stripe.');
  const { id, type } = read.data;
  return { id: `stripe:${id}`, provider: 'STRIPE', type, body: body.toString('utf8') };
}
