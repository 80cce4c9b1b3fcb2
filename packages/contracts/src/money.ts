/** Money and rates in messages: integer US cents and integer basis points (docs/product-rules.md). */

import { z } from 'zod';

/** Integer US cents; a safe integer, so that JSON and GraphQL represent it exactly. */
export const cents = z.number().int().safe();

/** Nominal yearly rate in basis points: 1250 is 12.5 %. */
export const basisPoints = z.number().int().min(0).max(10_000);

/** Formats cents: 123456 is "$1,234.56"; negative amounts have the minus sign U+2212. */
export function formatCents(amountCents: number): string {
  const sign = amountCents < 0 ? '−' : '';
  const whole = Math.trunc(Math.abs(amountCents) / 100).toString();
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}$${grouped}.${String(Math.abs(amountCents) % 100).padStart(2, '0')}`;
}

/** Formats basis points: 1250 is "12.5%". */
export function formatRate(rateBps: number): string {
  return `${rateBps / 100}%`;
}
