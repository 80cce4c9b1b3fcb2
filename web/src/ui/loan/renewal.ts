/** What a renewal changes: "Feb 12, 2029 → Feb 12, 2030". */

import { formatDay } from '../../format/day.ts';

/** The platform renews a domain in custody this many days before it expires. */
const renewalDays = 30;

export const automaticRenewal = `Otherwise it renews automatically ${renewalDays} days before it expires, if your balance covers the price.`;

/** The expiry now, and after one more year. */
export function formatRenewal(expiresAt: string): string {
  const renewed = new Date(expiresAt);
  renewed.setUTCFullYear(renewed.getUTCFullYear() + 1);
  return `${formatDay(expiresAt)} → ${formatDay(renewed.toISOString())}`;
}
