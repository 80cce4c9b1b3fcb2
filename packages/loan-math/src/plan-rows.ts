/** The rows of a plan, computed one by one, since an early part payment often replaces those that follow it. */

import { roundedUnits } from './accrual.ts';
import { listDueDays, listPeriodEnds } from './plan-days.ts';
import { computeInstalment } from './plan-instalment.ts';
import type { PlanTerms } from './plan-terms.ts';

/** A row with day numbers, and what was paid of it. */
export interface RowState {
  n: number;
  dueDay: number;
  days: number;
  paymentCents: number;
  interestCents: number;
  principalCents: number;
  balanceCents: number;
  /** It pays what is left on the day of its payment. */
  isLast: boolean;
  paidCents: number;
  /** The day on which it was paid in full. */
  paidDay: number | null;
}

export interface PlanBasis {
  rateBps: number;
  plan: PlanTerms;
  /** The day from which the due days count. */
  startDay: number;
  termDays?: number | undefined;
}

/** What is owed on a day, from which the following rows are computed. */
export interface PlanBalance {
  day: number;
  principalCents: number;
  /** Accrued interest in units of 1/3,650,000 cents; the fraction of a cent may be negative. */
  units: bigint;
}

/** Far beyond every term, for a loan whose end is not known. */
const unknownTermDays = 36_500;

export interface PlanChange {
  /** The first row that is computed again. */
  index: number;
  balance: PlanBalance;
  /** The principal before the change; the amounts of CUSTOM rows follow it. */
  principalBefore: number;
  /** The rows pay what they paid, and are fewer or more; otherwise their days stay and the amounts change. */
  keepAmount: boolean;
}

const isPaid = ({ paidDay }: RowState): boolean => paidDay !== null;

export class PlanRows {
  readonly rows: RowState[] = [];
  readonly #basis: PlanBasis;
  readonly #dueDays: readonly number[];
  /**
   * The days of each period over which an instalment is computed, the first one left open; of BALLOON they are more than
   * there are rows.
   */
  readonly #periods: readonly number[];
  #balance: PlanBalance;
  /** The instalment of INSTALMENTS and BALLOON, the principal part of EQUAL_PRINCIPAL. */
  #amountCents = 0;
  /** The typed amounts of CUSTOM, in proportion to the principal. */
  #customCents: (number | null)[];
  #hasEnded = false;
  readonly #planNew: () => PlanRows;
  #planned: PlanRows | undefined;

  /** Rows that are due on the day of the balance or before are left out; `kept` are earlier rows that stay. */
  constructor(basis: PlanBasis, balance: PlanBalance, kept: readonly RowState[] = []) {
    const { plan, startDay, termDays = unknownTermDays } = basis;
    const before = [...kept];
    this.#planNew = () => new PlanRows(basis, balance, before);
    this.#basis = basis;
    this.#balance = balance;
    const dueDays = listDueDays(plan, startDay, termDays);
    const passedDay = Math.max(balance.day, ...kept.filter(isPaid).map(({ dueDay }) => dueDay));
    const skipped = dueDays.findIndex((day) => day > passedDay);
    const left = skipped < 0 ? dueDays.slice(-1) : dueDays.slice(skipped);
    const typed = (plan.rows ?? []).map(({ cents }) => cents).slice(-left.length);
    this.#dueDays = [...kept.map(({ dueDay }) => dueDay), ...left];
    this.#customCents = [...kept.map(() => null), ...typed];
    this.#periods = this.#listPeriods();
    this.rows.push(...kept);
    this.#amountCents = this.#computeAmount(kept.length);
  }

  #listPeriods(): number[] {
    const { plan, startDay } = this.#basis;
    const ends = [...this.#dueDays];
    if (plan.kind === 'BALLOON') {
      const last = ends.at(-1) ?? startDay;
      const beyond = listPeriodEnds(plan, startDay, plan.balloonOf ?? plan.instalments);
      ends.push(...beyond.filter((end) => end > last));
    }
    return ends.map((end, at) => end - (ends[at - 1] ?? startDay));
  }

  /** The row at an index; undefined beyond the last one. */
  row(index: number): RowState | undefined {
    while (this.rows.length <= index && !this.#isComplete()) this.#addRow();
    return this.rows[index];
  }

  /**
   * Gives a row the amount that the schedule of these terms has for it, if that is what is paid: an older part payment that
   * is confirmed late made it a little smaller, and must not put it in arrears.
   */
  restorePlanned(index: number, cents: number): void {
    const row = this.row(index);
    if (!row || row.isLast) return;
    const more = cents - (row.paymentCents - row.paidCents);
    if (more <= 0) return;
    this.#planned ??= this.#planNew();
    if (row.paymentCents + more !== this.#planned.row(index)?.paymentCents) return;
    row.paymentCents += more;
    row.principalCents += more;
    row.balanceCents -= more;
  }

  #isComplete(): boolean {
    return (
      this.#hasEnded ||
      this.rows.length >= this.#dueDays.length ||
      this.rows.at(-1)?.isLast === true
    );
  }

  /** Leaves out the rows from `index` on. */
  end(index: number): void {
    this.rows.length = Math.min(this.rows.length, index);
    this.#hasEnded = true;
  }

  /** Computes the rows that are not computed yet. */
  complete(): readonly RowState[] {
    this.row(this.#dueDays.length);
    return this.rows;
  }

  restart({ index, balance, principalBefore, keepAmount }: PlanChange): void {
    this.rows.length = Math.min(this.rows.length, index);
    this.#balance = balance;
    if (keepAmount) return;
    this.#amountCents = this.#computeAmount(index);
    const scale = principalBefore === 0 ? 1 : balance.principalCents / principalBefore;
    this.#customCents = this.#customCents.map((cents, at) =>
      cents === null || at < index ? cents : Math.round(cents * scale),
    );
  }

  #addRow(): void {
    const { principalCents: before, day, units } = this.#balance;
    const index = this.rows.length;
    const dueDay = this.#dueDays[index] ?? day;
    const days = Math.max(0, dueDay - day);
    const interest = roundedUnits(
      units + BigInt(before) * BigInt(this.#basis.rateBps) * BigInt(days),
    );
    const wanted = Math.max(0, this.#wantedCents(index, interest) - interest);
    const isLast = index >= this.#dueDays.length - 1 || wanted >= before;
    const principal = isLast ? before : wanted;
    this.rows.push({
      n: index + 1,
      dueDay,
      days,
      paymentCents: interest + principal,
      interestCents: interest,
      principalCents: principal,
      balanceCents: before - principal,
      isLast,
      paidCents: 0,
      paidDay: null,
    });
    this.#balance = { day: dueDay, principalCents: before - principal, units: 0n };
  }

  /** What a row pays if it is not the last one; never less than its interest. */
  #wantedCents(index: number, interest: number): number {
    switch (this.#basis.plan.kind) {
      case 'INSTALMENTS':
      case 'BALLOON':
        return this.#amountCents;
      case 'EQUAL_PRINCIPAL':
        return this.#amountCents + interest;
      case 'CUSTOM':
        return this.#customCents[index] ?? 0;
      default:
        return interest;
    }
  }

  /** The amount that the rows from `index` on have in common, for the present balance. */
  #computeAmount(index: number): number {
    const { plan, rateBps } = this.#basis;
    const { principalCents, day, units } = this.#balance;
    const next = this.#dueDays[index];
    if (next === undefined) return this.#amountCents;
    if (plan.kind === 'EQUAL_PRINCIPAL')
      return Math.floor(principalCents / (this.#dueDays.length - index));
    if (plan.kind !== 'INSTALMENTS' && plan.kind !== 'BALLOON') return 0;
    const days = this.#periods.slice(index);
    days[0] = next - day;
    return computeInstalment({ principalCents, rateBps, days, carriedUnits: units });
  }
}
