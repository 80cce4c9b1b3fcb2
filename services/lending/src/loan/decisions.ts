/** What a loan records about missed instalments and decisions. */

import type { EscrowStage } from './stages.ts';

/** An instalment that was not paid when its notice was sent. */
export interface MissedInstalment {
  due: Date;
  /** The day of the payment that completed it, UTC midnight; null while it is unpaid. */
  curedOn: Date | null;
}

/** The latest decision or agreement that the loan continues. */
export interface Continuation {
  at: Date;
  /** The stage in which the loan continued; null once a claim was denied after it. */
  stage: EscrowStage | null;
}
