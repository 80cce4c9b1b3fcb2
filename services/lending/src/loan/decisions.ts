/** What a loan records about missed instalments and decisions. */

import { utcDay } from '@nameloan/loan-math/calendar-day';
import type { EscrowStage } from './stages.ts';

/** An instalment that was not paid when its notice was sent. */
export interface MissedInstalment {
  due: Date;
  /** The day of the payment that completed it, UTC midnight; null while it is unpaid. */
  curedOn: Date | null;
}

/** What is stored of a default. */
export interface DefaultRecord {
  /** Instalments with a notice of default, in the order of the notices; absent without any. */
  missed?: MissedInstalment[] | null;
  /** When the lender declared the whole debt due; absent without that. */
  acceleratedAt?: Date | null;
  /** An answer of the lender after which grace starts again: less confirmed than claimed, or agreed money denied. */
  graceFrom?: Date | null;
}

/** False if it was paid by its day, though the payment was confirmed after the notice. */
export const wasPaidLate = ({ due, curedOn }: MissedInstalment): boolean =>
  curedOn === null || curedOn > utcDay(due);

/** The latest decision or agreement that the loan continues. */
export interface Continuation {
  at: Date;
  /** The stage in which the loan continued; null once a claim was denied after it. */
  stage: EscrowStage | null;
}
