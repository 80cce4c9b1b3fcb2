/** Replays a loan with daily compounding: older loans, which have one payment at the end of their term. */

import type { ReplayTarget } from './balance-events.ts';
import type {
  AppliedPayment,
  BalancePayment,
  BalanceRow,
  LoanBalance,
  TermsVersion,
} from './balance-terms.ts';
import { amountAfterDays } from './interest.ts';
import { toDate, toDayNumber } from './plan-days.ts';

/** Interest joins the balance: the principal is the balance after the last payment, rounded once. */
export class CompoundReplay implements ReplayTarget {
  day: number;
  #principalCents: number;
  /** The day of that balance. */
  #principalDay: number;
  #feesCents = 0;
  #creditCents = 0;
  #paidCents = 0;
  #rateBps: number;
  #dueDay: number | null;
  #paidDay: number | null = null;
  readonly #startDay: number;
  readonly #applied: AppliedPayment[] = [];

  constructor(amountCents: number, startDay: number, version: TermsVersion) {
    this.#principalCents = amountCents;
    this.day = startDay;
    this.#startDay = startDay;
    this.#principalDay = startDay;
    this.#rateBps = version.rateBps;
    this.#dueDay = dueDayOf(version, startDay);
  }

  advanceTo(day: number): void {
    this.day = Math.max(this.day, day);
  }

  advance(cents: number): void {
    this.#capitalise();
    this.#principalCents += cents;
  }

  /** Rounds only if the rate changes, so that an extension changes no cent. */
  changeTerms(version: TermsVersion): void {
    if (version.rateBps !== this.#rateBps) this.#capitalise();
    this.#rateBps = version.rateBps;
    this.#dueDay = dueDayOf(version, this.day);
  }

  accelerate(): void {
    const due = this.day + 7;
    this.#dueDay = Math.min(due, this.#dueDay ?? due);
  }

  waive({ feesCents }: { feesCents: number }): void {
    this.#feesCents -= Math.min(this.#feesCents, feesCents);
  }

  addFee(cents: number): void {
    this.#feesCents += cents;
  }

  pay({ id, cents }: BalancePayment): void {
    this.#capitalise();
    const feesCents = Math.min(this.#feesCents, cents);
    const principalCents = Math.min(this.#principalCents, cents - feesCents);
    this.#feesCents -= feesCents;
    this.#principalCents -= principalCents;
    this.#creditCents += cents - feesCents - principalCents;
    this.#paidCents += principalCents;
    if (this.#principalCents === 0) this.#paidDay ??= this.day;
    this.#applied.push({
      ...{ id, day: toDate(this.day), cents },
      ...{ feesCents, defaultInterestCents: 0, interestCents: 0, principalCents },
    });
  }

  describe(): LoanBalance {
    const owedCents = this.#owedOn(this.day);
    const dueDay = this.#dueDay;
    const isOpen = owedCents > 0 && dueDay !== null;
    return {
      principalCents: this.#principalCents,
      interestCents: owedCents - this.#principalCents,
      feesCents: this.#feesCents,
      defaultInterestCents: 0,
      creditCents: this.#creditCents,
      payoffCents: owedCents + this.#feesCents,
      applied: this.#applied,
      rows: dueDay === null ? [] : [this.#describeRow(dueDay)],
      nextDue:
        isOpen && dueDay >= this.day ? { day: toDate(dueDay), cents: this.#owedOn(dueDay) } : null,
      overdueCents: isOpen && dueDay < this.day ? owedCents : 0,
      oldestUnpaidDue: isOpen && dueDay <= this.day ? toDate(dueDay) : null,
      cureCents: this.#feesCents + (isOpen && dueDay <= this.day ? owedCents : 0),
    };
  }

  /** One row, which pays what is left; part payments lower it. */
  #describeRow(dueDay: number): BalanceRow {
    const isPaid = this.#paidDay !== null;
    const owedCents = this.#owedOn(Math.max(this.day, dueDay));
    const isDue = dueDay <= this.day;
    return {
      n: 1,
      due: toDate(dueDay),
      days: dueDay - this.#startDay,
      paymentCents: isPaid ? this.#paidCents : owedCents,
      interestCents: owedCents - this.#principalCents,
      principalCents: this.#principalCents,
      balanceCents: 0,
      paidCents: isPaid ? this.#paidCents : 0,
      state: isPaid ? 'PAID' : isDue ? 'DUE' : 'PLANNED',
      paidOn: this.#paidDay === null ? null : toDate(this.#paidDay),
    };
  }

  #owedOn(day: number): number {
    const terms = { amountCents: this.#principalCents, rateBps: this.#rateBps };
    return amountAfterDays({ ...terms, accrual: 'COMPOUND_365' }, day - this.#principalDay);
  }

  #capitalise(): void {
    this.#principalCents = this.#owedOn(this.day);
    this.#principalDay = this.day;
  }
}

function dueDayOf({ termDays, datesFrom }: TermsVersion, day: number): number | null {
  if (termDays === undefined) return null;
  return (datesFrom ? toDayNumber(datesFrom) : day) + termDays;
}
