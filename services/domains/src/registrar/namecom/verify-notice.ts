/** Verifies the signature of a notice (webhook) of name.com and reads what it is about. Pure. */

import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const noticeShape = z.object({
  eventName: z.string().max(100),
  domainName: z.string().max(253).optional(),
  status: z.string().max(100).optional().catch(undefined),
});

export interface NamecomNotice {
  readonly eventName: string;
  /** As a lower-case A-label; absent in notices about the account. */
  readonly name: string | undefined;
  /** Of the transfer that it is about. */
  readonly status?: string | undefined;
}

/** The events that can concern a name of ours, to which the product subscribes. */
export const noticeEvents = [
  'domain.transfer.status_change',
  'domain.transfer_out.status_change',
  'domain.lock.status_change',
  'domain.expiration',
  'account.domain.removal',
] as const;

/** Real notices have at most four levels; the sorting of many more would overflow the stack. */
const maxDepth = 20;

/** Undefined when the signature or the content is not valid. */
export function readNotice(
  body: string,
  signature: unknown,
  { url, token }: { url: string; token: string },
): NamecomNotice | undefined {
  let content: unknown;
  try {
    content = JSON.parse(body);
  } catch {
    return undefined;
  }
  const hex =
    typeof signature === 'string'
      ? /^sha256=([0-9a-f]{64})(?:,|$)/i.exec(signature)?.[1]
      : undefined;
  if (hex === undefined) return undefined;
  if (!isFlat(content, maxDepth)) return undefined;
  const wanted = Buffer.from(signNotice(content, { url, token }), 'hex');
  if (!timingSafeEqual(wanted, Buffer.from(hex, 'hex'))) return undefined;
  const { data } = noticeShape.safeParse(content);
  if (!data) return undefined;
  const { eventName, domainName, status } = data;
  return { eventName, name: domainName?.toLowerCase(), status };
}

/**
 * HMAC-SHA256 in hex over the address and the content with sorted keys. Time and nonce in the header are not covered, so
 * a notice can be replayed.
 */
export function signNotice(
  content: unknown,
  { url, token }: { url: string; token: string },
): string {
  const message = `${url}|${JSON.stringify(withSortedKeys(content))}`;
  return createHmac('sha256', token).update(message).digest('hex');
}

/** Whether nothing in it is nested deeper than `levels`. */
function isFlat(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return true;
  return levels > 0 && Object.values(value).every((inner) => isFlat(inner, levels - 1));
}

function withSortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, withSortedKeys(inner)]));
}
