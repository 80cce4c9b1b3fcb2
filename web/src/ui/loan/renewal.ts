/** What a renewal changes: "Feb 12, 2029 → Feb 12, 2030". */

import { formatDay } from '../../format/day.ts';

/** The platform renews a domain in custody this many days before it expires. */
const renewalDays = 30;

const dayMs = 86_400_000;

/** Without the reader's renewal. Null: the end of the registration is not known. */
export function describeAutomaticRenewal(expiresAt: string | null, now: Date): string {
  if (expiresAt === null)
    return `Otherwise it renews automatically ${renewalDays} days before it expires, if your balance covers the price.`;
  const renewsMs = Date.parse(expiresAt) - renewalDays * dayMs;
  const day = renewsMs > now.getTime() ? ` on ${formatDay(new Date(renewsMs).toISOString())},` : '';
  return `Otherwise it renews automatically${day} if your balance covers the price. If it doesn’t, it expires on ${formatDay(expiresAt)}.`;
}

/** The expiry now, and after one more year. */
export function formatRenewal(expiresAt: string): string {
  const renewed = new Date(expiresAt);
  renewed.setUTCFullYear(renewed.getUTCFullYear() + 1);
  return `${formatDay(expiresAt)} → ${formatDay(renewed.toISOString())}`;
}
