/** The registry's fees in whole cents, and the check that an order accepts them. */

import type { Domain } from '../records.ts';
import { RegistryError } from './registry-error.ts';

const centsPerYear: ReadonlyMap<string, number> = new Map([
  ['com', 1000],
  ['net', 1200],
  ['org', 1100],
  ['io', 4000],
  ['dev', 1400],
]);
const otherCentsPerYear = 2000;
const premiumFactor = 20;

/** The fee for a transfer or a renewal by this many years. */
export function feeCents(name: string, premium: boolean, years: number): number {
  const suffix = name.slice(name.lastIndexOf('.') + 1);
  const perYear = centsPerYear.get(suffix) ?? otherCentsPerYear;
  return perYear * years * (premium ? premiumFactor : 1);
}

/**
 * Checks that an order accepts the fee. With `agreedCents` null the order states no fee, which is enough for a
 * standard name only. Throws 2003 when the fee is missing (RFC 5730 section 3) and 2004 when it is wrong (RFC 8748
 * section 5.2).
 */
export function assertFeeAgreed(
  { name, premium }: Domain,
  { years, agreedCents }: { years: number; agreedCents: number | null },
): void {
  if (agreedCents === null && !premium) return;
  if (agreedCents === null)
    throw new RegistryError(2003, 'An order for a premium name must state its fee.');
  if (agreedCents !== feeCents(name, premium, years))
    throw new RegistryError(2004, 'This is not the fee for the name.');
}
