/** Verifies the signature of a NOWPayments callback. */

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@nameloan/contracts/errors';
import { z } from 'zod';
import { settings } from '../config.ts';
import type { SignedEvent } from '../provider-event/provider-event.ts';
import { sortJson } from './sort-json.ts';

const shape = z.object({
  payment_id: z.union([z.string().regex(/^\d{1,30}$/), z.number().int()]).transform(String),
  payment_status: z.string().min(1).max(100),
});

/** INVALID_INPUT if the signature is missing or wrong, or the body is not a callback. */
export function verifyIpn(body: Buffer, signature: unknown): SignedEvent {
  const text = body.toString('utf8');
  const sorted = readSorted(text);
  if (sorted === null || !isSigned(text, sorted, signature)) {
    throw new DomainError('INVALID_INPUT', 'The signature of this call is not valid.');
  }
  const read = shape.safeParse(JSON.parse(text));
  if (!read.success) throw new DomainError('INVALID_INPUT', 'This is not a payment callback.');
  const { payment_id, payment_status } = read.data;
  // Callbacks have no id, and a partial payment repeats a status with other amounts.
  const digest = createHash('sha256').update(sorted).digest('hex').slice(0, 32);
  const id = `nowpayments:${payment_id}:${payment_status}:${digest}`;
  return { id, provider: 'NOWPAYMENTS', type: payment_status, body: text };
}

/** The value of `x-nowpayments-sig`: HMAC-SHA512 in hex over the body with its keys sorted. */
export function signIpn(sortedJson: string, secret: string): string {
  return createHmac('sha512', secret).update(sortedJson).digest('hex');
}

/** Senders sign the sorted original text or the sorted reserialised JSON, so both are accepted. */
function isSigned(text: string, sorted: string, signature: unknown): boolean {
  if (typeof signature !== 'string' || !/^[0-9a-fA-F]{128}$/.test(signature)) return false;
  const received = Buffer.from(signature, 'hex');
  const respelled = sortJson(JSON.stringify(JSON.parse(text)));
  const secret = settings.value.NOWPAYMENTS_IPN_SECRET;
  return [sorted, respelled].some((one) =>
    timingSafeEqual(received, Buffer.from(signIpn(one, secret), 'hex')),
  );
}

function readSorted(text: string): string | null {
  try {
    return sortJson(text);
  } catch {
    return null;
  }
}
