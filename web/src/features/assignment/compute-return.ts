/** What a buyer earns if the loan is repaid on time. */

import { computeApr } from '@nameloan/loan-math/apr';
import type { Sale } from './describe-sale.ts';

export interface BuyerReturn {
  /** US cents that are still to be paid after the day of the sale. */
  toComeCents: number;
  /** That less the price; negative for a price above it. */
  gainCents: number;
  /** A year, effective, in percent; null for a price above what is to come. */
  yieldPercent: number | null;
  /** The last payment, YYYY-MM-DD. */
  lastDue: string;
}

type Input = Pick<Sale, 'day' | 'price' | 'schedule' | 'stage' | 'defaultSince'>;

const inOrder: readonly Sale['stage'][] = ['ACTIVE', 'PAYMENT_CLAIMED'];

/** Undefined for a loan that is behind or has no payment after the day of the sale. */
export function computeReturn(input: Input): BuyerReturn | undefined {
  const { day, price, schedule, stage, defaultSince } = input;
  if (defaultSince !== null || !inOrder.includes(stage)) return undefined;
  const rows = schedule
    .map(({ due, payment, paid }) => ({ due, cents: payment - paid }))
    .filter(({ due, cents }) => cents > 0 && due > day);
  const last = rows.at(-1);
  if (!last) return undefined;
  const toComeCents = rows.reduce((sum, { cents }) => sum + cents, 0);
  const gainCents = toComeCents - price;
  const apr = computeApr({
    receivedCents: price,
    start: new Date(day),
    // By days: the first payment is less than a period away.
    plan: { kind: 'CUSTOM', period: 'MONTH' },
    rows: rows.map(({ due, cents }) => ({ due: new Date(due), paymentCents: cents })),
  });
  const yieldPercent = gainCents < 0 ? null : (apr?.effectiveEu ?? null);
  return { toComeCents, gainCents, yieldPercent, lastDue: last.due };
}
