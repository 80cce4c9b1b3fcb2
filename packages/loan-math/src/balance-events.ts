/** The events of a loan in the order in which they count. */

import type { BalancePayment, LoanRecord, TermsVersion, Waiver } from './balance-terms.ts';
import { toDayNumber } from './plan-days.ts';

/**
 * What happens on a day, in this order: new terms keep what was paid on their first day, and agreed money pays the fee
 * that was agreed with it.
 */
const eventOrder = {
  advance: 0,
  acceleration: 1,
  waiver: 2,
  payment: 3,
  terms: 4,
  fee: 5,
  agreedPayment: 6,
} as const;

/** A loan that is replayed; its methods act on the day to which it was advanced. */
export interface ReplayTarget {
  advanceTo(day: number): void;
  advance(cents: number): void;
  changeTerms(version: TermsVersion): void;
  accelerate(): void;
  addFee(cents: number): void;
  waive(waiver: Waiver): void;
  pay(payment: BalancePayment): void;
}

export interface ReplayEvent {
  day: number;
  order: number;
  id: string;
  apply: (replay: ReplayTarget) => void;
}

/** By day; those dated before the start count on the start. */
export function listEvents(
  loan: LoanRecord,
  changes: readonly TermsVersion[],
  startDay: number,
): ReplayEvent[] {
  const events: ReplayEvent[] = [];
  const add = (
    kind: keyof typeof eventOrder,
    { day, id = '' }: { day: Date; id?: string },
    apply: ReplayEvent['apply'],
  ): void => {
    events.push({ day: Math.max(startDay, toDayNumber(day)), order: eventOrder[kind], id, apply });
  };
  for (const one of loan.advances ?? []) add('advance', one, (replay) => replay.advance(one.cents));
  for (const one of changes) add('terms', { day: one.from }, (replay) => replay.changeTerms(one));
  for (const one of loan.accelerations ?? [])
    add('acceleration', one, (replay) => replay.accelerate());
  for (const one of loan.waivers ?? []) add('waiver', one, (replay) => replay.waive(one));
  for (const one of loan.fees) add('fee', one, (replay) => replay.addFee(one.cents));
  for (const one of loan.payments)
    add(one.afterTerms ? 'agreedPayment' : 'payment', one, (replay) => replay.pay(one));
  return events.sort(
    (a, b) => a.day - b.day || a.order - b.order || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
}

/** By the day from which they count; the first one counts from the start. */
export function sortVersions(versions: readonly TermsVersion[]): [TermsVersion, ...TermsVersion[]] {
  const [first, ...others] = versions.toSorted((a, b) => a.from.getTime() - b.from.getTime());
  if (!first) throw new RangeError('A loan has at least one version of its terms.');
  return [first, ...others];
}
