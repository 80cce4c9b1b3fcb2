/** Believes a callback only if NOWPayments has signed it. */

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { z } from 'zod';
import { settings } from '../config.ts';
import type { SignedEvent } from '../provider-event/provider-event.ts';
import { sortJson } from './sort-json.ts';

const shape = z.object({
  payment_id: z.union([z.string().regex(/^\d{1,30}$/), z.number().int()]).transform(String),
  payment_status: z.string().min(1).max(100),
});

/** INVALID_INPUT when the signature is missing or forged, or the body is no callback. */
export function verifyIpn(body: Buffer, signature: unknown): SignedEvent {
  const text = body.toString('utf8');
  const sorted = readSorted(text);
  if (sorted === null || !isSigned(text, sorted, signature)) {
    throw new DomainError('INVALID_INPUT', 'The signature of this call is not valid.');
  }
  const read = shape.safeParse(JSON.parse(text));
  if (!read.success) throw new DomainError('INVALID_INPUT', 'This is not a payment callback.');
  const { payment_id, payment_status } = read.data;
  // Callbacks carry no id of their own; a part payment says the same status again with other figures.
  const digest = createHash('sha256').update(sorted).digest('hex').slice(0, 32);
  const id = `nowpayments:${payment_id}:${payment_status}:${digest}`;
  return { id, provider: 'NOWPAYMENTS', type: payment_status, body: text };
}

/** The value of `x-nowpayments-sig`: HMAC-SHA512 in hex over the body with its keys sorted. */
export function signIpn(sortedJson: string, secret: string): string {
  return createHmac('sha512', secret).update(sortedJson).digest('hex');
}

/** The keys are sorted as they came, or after JSON has respelled numbers and texts; senders do both. */
function isSigned(text: string, sorted: string, signature: unknown): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-fA-F]{128}$/.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  const respelled = sortJson(JSON.stringify(JSON.parse(text)));
  const secret = settings.value.NOWPAYMENTS_IPN_SECRET;
  return [sorted, respelled].some((one) =>
    timingSafeEqual(given, Buffer.from(signIpn(one, secret), 'hex')),
  );
}

function readSorted(text: string): string | null {
  try {
    return sortJson(text);
  } catch {
    return null;
  }
}
