/** What the sandbox's registry charges, per suffix and year, in whole cents, and which orders it takes for it. */

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

/** The fee for so many years of a name, for a transfer as for a renewal. */
export function feeCents(name: string, premium: boolean, years: number): number {
  const suffix = name.slice(name.lastIndexOf('.') + 1);
  const perYear = centsPerYear.get(suffix) ?? otherCentsPerYear;
  return perYear * years * (premium ? premiumFactor : 1);
}

/**
 * Whether an order agrees to what it costs; `agreedCents` null: it names no price, which is enough for an
 * ordinary name only. 2003: a price must be named (RFC 5730 section 3, a required parameter is missing).
 * 2004: it is not ours (RFC 8748 section 5.2).
 */
export function assertFeeAgreed(
  { name, premium }: Domain,
  { years, agreedCents }: { years: number; agreedCents: number | null },
): void {
  if (agreedCents === null && !premium) return;
  if (agreedCents === null)
    throw new RegistryError(2003, 'A premium name needs an order that names its fee.');
  if (agreedCents !== feeCents(name, premium, years))
    throw new RegistryError(2004, 'This is not the fee of the name.');
}
