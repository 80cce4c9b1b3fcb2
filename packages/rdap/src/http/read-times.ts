/** Times in HTTP headers: how long a copy is fresh (RFC 9111) and when to try again (RFC 9110 section 10.2.3). */

import type { IncomingHttpHeaders } from 'node:http';

/** Milliseconds for which a response is fresh; undefined when its headers don't say so. */
export function readFreshnessMs(headers: IncomingHttpHeaders): number | undefined {
  const control = headers['cache-control'] ?? '';
  if (/\bno-(?:store|cache)\b/i.test(control)) return 0;
  const maxAge = /\bmax-age\s*=\s*"?(\d{1,10})/i.exec(control)?.[1];
  if (maxAge !== undefined) return Math.max(0, (Number(maxAge) - readAge(headers)) * 1000);
  const expires = Date.parse(headers.expires ?? '');
  if (Number.isNaN(expires)) return undefined;
  const date = Date.parse(headers.date ?? '');
  return Math.max(0, expires - (Number.isNaN(date) ? Date.now() : date));
}

/** Milliseconds until Retry-After, which is a number of seconds or a date; undefined without a valid one. */
export function readRetryAfterMs(headers: IncomingHttpHeaders): number | undefined {
  const text = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

function readAge({ age = '' }: IncomingHttpHeaders): number {
  return /^\d{1,10}$/.test(age) ? Number(age) : 0;
}
