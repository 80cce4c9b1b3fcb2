/** Replays a loan with simple interest event by event (docs/product-rules.md#balance). */

import { accrualUnits, roundedUnits } from './accrual.ts';
import { closeRow, computeLateFee, cutToPaid } from './balance-amounts.ts';
import type { ReplayTarget } from './balance-events.ts';
import type { AppliedPayment, BalancePayment, TermsVersion, Waiver } from './balance-terms.ts';
import { toDate, toDayNumber } from './plan-days.ts';
import type { RowState } from './plan-rows.ts';
import { PlanRows } from './plan-rows.ts';
import type { PlanTerms } from './plan-terms.ts';

/** An instalment that is so many days overdue has a late fee. */
const lateFeeDays = 7;
/** An acceleration makes the whole debt due after so many days. */
const accelerationDays = 7;
/** A payment so many days before a row is due counts for it. */
const earlyDays = 10;

/** Money in cents; units are 1/3,650,000 cents, of which the fraction of a cent stays when interest is paid. */
export class Replay implements ReplayTarget {
  principalCents: number;
  feesCents = 0;
  creditCents = 0;
  readonly applied: AppliedPayment[] = [];
  day: number;
  rows: PlanRows;
  /** The first row that is not paid. */
  nextIndex = 0;
  #interestUnits = 0n;
  #defaultUnits = 0n;
  #rateBps: number;
  #plan: PlanTerms;
  /** The first row that is not due, and the first whose late fee is not decided. */
  #dueIndex = 0;
  #lateIndex = 0;
  /** Due days whose late fee is decided: new terms may plan a row of such a day again. */
  readonly #lateDays = new Set<number>();
  isAccelerated = false;

  constructor(amountCents: number, startDay: number, version: TermsVersion) {
    this.principalCents = amountCents;
    this.day = startDay;
    this.#rateBps = version.rateBps;
    this.#plan = version.plan;
    this.rows = this.#planRows(version, startDay, []);
    this.#markDue();
  }

  /** Whole cents, half up. */
  get interestCents(): number {
    return roundedUnits(this.#interestUnits);
  }

  get defaultInterestCents(): number {
    return roundedUnits(this.#defaultUnits);
  }

  /** Interest that is due on a later day if nothing is paid until then. */
  interestCentsOn(day: number): number {
    return roundedUnits(this.#interestUnits + this.#unitsOver(day - this.day));
  }

  /** Principal and interest on a later day if nothing is paid until then. */
  debtCentsOn(day: number): number {
    return this.principalCents + this.interestCentsOn(day);
  }

  advanceTo(day: number): void {
    while (this.day < day) {
      const stop = Math.min(day, this.#nextStop());
      this.#passDays(stop - this.day);
      this.day = stop;
      this.#markDue();
      this.#chargeLateFees();
    }
  }

  addFee(cents: number): void {
    this.feesCents += cents;
  }

  waive({ feesCents, defaultInterestCents }: Waiver): void {
    this.feesCents -= Math.min(this.feesCents, feesCents);
    const waived = Math.min(this.defaultInterestCents, defaultInterestCents);
    this.#defaultUnits -= BigInt(waived) * accrualUnits;
  }

  /** Allocates a payment to fees, default interest, interest and principal, and counts it for rows. */
  pay({ id, cents, principalCents: agreedCents = 0 }: BalancePayment): void {
    const principalBefore = this.principalCents;
    const reserved = Math.min(agreedCents, cents, this.principalCents);
    const free = cents - reserved;
    const feesCents = Math.min(this.feesCents, free);
    const defaultInterestCents = Math.min(this.defaultInterestCents, free - feesCents);
    let rest = free - feesCents - defaultInterestCents;
    const interestCents = Math.min(this.interestCents, rest);
    rest -= interestCents;
    const principalCents = Math.min(this.principalCents, rest + reserved);
    this.feesCents -= feesCents;
    this.#defaultUnits -= BigInt(defaultInterestCents) * accrualUnits;
    this.#interestUnits -= BigInt(interestCents) * accrualUnits;
    this.principalCents -= principalCents;
    this.creditCents += rest + reserved - principalCents;
    this.applied.push({
      ...{ id, day: toDate(this.day), cents },
      ...{ feesCents, defaultInterestCents, interestCents, principalCents },
    });
    this.#countForRows(interestCents + principalCents, principalBefore, reserved > 0);
  }

  /** Cents of a row that are unpaid; of the last one, what is left of the debt on `day`. */
  openCents(index: number, day = this.day): number {
    const row = this.rows.row(index);
    if (!row || index < this.nextIndex) return 0;
    if (!row.isLast) return row.paymentCents - row.paidCents;
    let debt = this.debtCentsOn(day);
    for (let at = this.nextIndex; at < index; at += 1) debt -= this.openCents(at);
    return Math.max(0, debt);
  }

  /** The interest in what is unpaid of the rows before a row. */
  interestCentsBefore(end: number): number {
    let sum = 0;
    for (let index = this.nextIndex; index < end; index += 1) {
      const open = this.openCents(index);
      sum += open - Math.min(open, this.rows.row(index)?.principalCents ?? 0);
    }
    return sum;
  }

  /** Further principal: the amounts of later rows grow. */
  advance(cents: number): void {
    const principalBefore = this.principalCents;
    this.principalCents += cents;
    this.#restart(principalBefore, false);
  }

  changeTerms(version: TermsVersion): void {
    this.#rateBps = version.rateBps;
    this.#plan = version.plan;
    this.isAccelerated = false;
    const partlyPaid = this.rows.row(this.nextIndex);
    const kept = this.rows.rows.slice(0, this.nextIndex);
    if (partlyPaid && partlyPaid.paidCents > 0) kept.push(cutToPaid(partlyPaid));
    this.rows = this.#planRows(version, this.day, kept);
    this.nextIndex = kept.length;
    this.#dueIndex = kept.length;
    this.#lateIndex = kept.length;
    this.#markDue();
  }

  /** Replaces the rows that are not due by one that pays the rest. */
  accelerate(): void {
    const firstOpen = this.#firstOpenIndex();
    const lastRow = this.rows.row(firstOpen) && this.rows.complete().at(-1);
    if (!lastRow) return;
    this.isAccelerated = true;
    const { principalCents, units } = this.#balanceAfterDueRows();
    const termDays = Math.min(accelerationDays, lastRow.dueDay - this.day);
    const version = { rateBps: this.#rateBps, plan: { ...this.#plan, kind: 'BULLET' as const } };
    this.rows = new PlanRows(
      { ...version, startDay: this.day, termDays },
      { day: this.day, principalCents, units },
      this.rows.rows.slice(0, firstOpen),
    );
  }

  #planRows(version: TermsVersion, day: number, kept: readonly RowState[]): PlanRows {
    const { rateBps, plan, termDays, datesFrom } = version;
    return new PlanRows(
      { rateBps, plan, termDays, startDay: datesFrom ? toDayNumber(datesFrom) : day },
      { day, principalCents: this.principalCents, units: this.#interestUnits },
      kept,
    );
  }

  #unitsOver(days: number): bigint {
    return BigInt(this.principalCents) * BigInt(this.#rateBps) * BigInt(Math.max(0, days));
  }

  #passDays(days: number): void {
    this.#interestUnits += this.#unitsOver(days);
    const { defaultRateBps } = this.#plan;
    if (defaultRateBps === 0) return;
    const overdue = BigInt(this.#overduePrincipal());
    this.#defaultUnits += overdue * BigInt(defaultRateBps) * BigInt(days);
  }

  /** Unpaid principal of the rows that are due; everything once the last one is due. */
  #overduePrincipal(): number {
    let sum = 0;
    for (let index = this.nextIndex; index < this.#dueIndex; index += 1) {
      const row = this.rows.row(index);
      if (row?.isLast) return this.principalCents;
      sum += Math.min(row?.principalCents ?? 0, this.openCents(index));
    }
    return Math.min(sum, this.principalCents);
  }

  /** The day of the next due row or late fee. */
  #nextStop(): number {
    const due = this.rows.row(this.#dueIndex)?.dueDay ?? Number.POSITIVE_INFINITY;
    const late = this.rows.row(this.#lateIndex)?.dueDay ?? Number.POSITIVE_INFINITY;
    return Math.max(this.day + 1, Math.min(due, late + lateFeeDays));
  }

  #markDue(): void {
    for (;;) {
      const row = this.rows.row(this.#dueIndex);
      if (!row || row.dueDay > this.day) return;
      this.#dueIndex += 1;
    }
  }

  #chargeLateFees(): void {
    const { lateFeeBps, lateFeeCapCents } = this.#plan;
    for (; this.#lateIndex < this.#dueIndex; this.#lateIndex += 1) {
      const row = this.rows.row(this.#lateIndex);
      if (!row || row.dueDay + lateFeeDays > this.day) return;
      if (this.#lateDays.has(row.dueDay)) continue;
      this.#lateDays.add(row.dueDay);
      if (row.isLast && this.isAccelerated) continue;
      const open = this.openCents(this.#lateIndex);
      if (open === 0) continue;
      const instalment = row.isLast ? row.paidCents + open : row.paymentCents;
      this.feesCents += computeLateFee(instalment, lateFeeBps, lateFeeCapCents);
    }
  }

  /** Money that lowers the principal as agreed counts only for rows that are due. */
  #countForRows(cents: number, principalBefore: number, isAgreed: boolean): void {
    const isSettled = this.principalCents === 0 && this.interestCents === 0;
    let rest = cents;
    while (rest > 0) {
      const row = this.rows.row(this.nextIndex);
      if (!row) break;
      if (!isAgreed && row.dueDay > this.day + earlyDays)
        this.rows.restorePlanned(this.nextIndex, rest);
      const open = row.paymentCents - row.paidCents;
      const isDue = row.dueDay <= this.day;
      if (
        !isDue &&
        !isSettled &&
        (isAgreed || (row.dueDay > this.day + earlyDays && (row.isLast || rest !== open)))
      ) {
        this.#restart(principalBefore, this.#plan.early === 'KEEP_AMOUNT');
        return;
      }
      const isFinal = row.isLast || (isSettled && !isDue);
      const taken = isFinal ? rest : Math.min(rest, open);
      row.paidCents += taken;
      rest -= taken;
      if (isFinal || row.paidCents < row.paymentCents) break;
      row.paidDay = this.day;
      this.nextIndex += 1;
    }
    if (isSettled) this.#close();
  }

  /** Nothing is owed: the row that was paid last ends the plan. */
  #close(): void {
    this.#interestUnits = 0n;
    const row = this.rows.row(this.nextIndex);
    if (row && row.paidCents > 0) {
      this.rows.rows[this.nextIndex] = closeRow(row, this.day);
      this.nextIndex += 1;
    }
    this.rows.end(this.nextIndex);
  }

  /** The first row that is neither due nor paid in part. */
  #firstOpenIndex(): number {
    let index = Math.max(this.nextIndex, this.#dueIndex);
    while ((this.rows.row(index)?.paidCents ?? 0) > 0) index += 1;
    return index;
  }

  /** What is left to accrue if the rows before the first open one are paid as planned. */
  #balanceAfterDueRows(): { principalCents: number; units: bigint } {
    const end = this.#firstOpenIndex();
    const interest = this.interestCentsBefore(end);
    let open = 0;
    for (let index = this.nextIndex; index < end; index += 1) open += this.openCents(index);
    const units = this.#interestUnits - BigInt(interest) * accrualUnits;
    return { principalCents: Math.max(0, this.principalCents - (open - interest)), units };
  }

  #restart(principalBefore: number, keepAmount: boolean): void {
    const balance = { day: this.day, ...this.#balanceAfterDueRows() };
    this.rows.restart({ index: this.#firstOpenIndex(), balance, principalBefore, keepAmount });
  }
}
