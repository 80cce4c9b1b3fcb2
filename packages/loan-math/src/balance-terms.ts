/** What the balance of a loan is computed from, and the balance (docs/product-rules.md#balance). */

import type { Accrual } from './accrual.ts';
import type { PlanRow, PlanTerms } from './plan-terms.ts';

/** Terms as they are from a day on; the first version counts from the start of the loan. */
export interface TermsVersion {
  from: Date;
  rateBps: number;
  plan: PlanTerms;
  /** BULLET only; absent: the end is not known. */
  termDays?: number | undefined;
  /** The day from which due days and `termDays` count; default: `from`. Due days until `from` are left out. */
  datesFrom?: Date | undefined;
}

export interface BalancePayment {
  id: string;
  /** The value day. */
  day: Date;
  cents: number;
  /** So much of it lowers the principal before all else, as agreed; it counts only for instalments that are due. With simple interest only. */
  principalCents?: number | undefined;
  /** It counts after the terms and the fees of its day; other payments count before them. */
  afterTerms?: boolean | undefined;
}

export interface DatedAmount {
  day: Date;
  cents: number;
}

/** At most so much of the fees and the default interest that are open on the day, before its other fees and its payments. */
export interface Waiver {
  day: Date;
  feesCents: number;
  defaultInterestCents: number;
}

/** Money in cents; of every time the UTC date counts. What is dated before the start counts on the start. */
export interface LoanRecord {
  /** The principal that was received on the start. */
  amountCents: number;
  start: Date;
  accrual: Accrual;
  /** At least one, in any order. */
  versions: readonly TermsVersion[];
  /** In any order: they count by day, those of a day by `afterTerms` and by id. */
  payments: readonly BalancePayment[];
  /** Fees besides the late fees of the plan; they count after the payments of their day. */
  fees: readonly DatedAmount[];
  /** The lender declares the whole debt due within 7 days; terms of the same day or a later one end it. */
  accelerations?: readonly { day: Date }[] | undefined;
  /** Further principal that was received. */
  advances?: readonly DatedAmount[] | undefined;
  waivers?: readonly Waiver[] | undefined;
}

/** How a payment was allocated, in this order; what is left of it is credit. */
export interface AppliedPayment {
  id: string;
  day: Date;
  cents: number;
  feesCents: number;
  defaultInterestCents: number;
  /** With COMPOUND_365 interest joins the principal, and all of it is in `principalCents`. */
  interestCents: number;
  principalCents: number;
}

/** DUE: its day has come and nothing is paid. */
export type RowStatus = 'PLANNED' | 'DUE' | 'PARTLY_PAID' | 'PAID';

export interface BalanceRow extends PlanRow {
  paidCents: number;
  state: RowStatus;
  /** The day of the payment that completed it. */
  paidOn: Date | null;
}

export interface LoanBalance {
  principalCents: number;
  interestCents: number;
  feesCents: number;
  defaultInterestCents: number;
  /** What the lender owes back. */
  creditCents: number;
  /** Principal, interest, fees and default interest. */
  payoffCents: number;
  applied: AppliedPayment[];
  /** Paid rows and those to come. The last one pays what is left on its day. */
  rows: BalanceRow[];
  /** The next unpaid row that is due today or later. */
  nextDue: DatedAmount | null;
  /** Unpaid rows whose day has passed. */
  overdueCents: number;
  /** Of the rows that are due, today included. */
  oldestUnpaidDue: Date | null;
  /** Ends a default: unpaid rows that are due today or before, fees and default interest; all after an acceleration. */
  cureCents: number;
}
