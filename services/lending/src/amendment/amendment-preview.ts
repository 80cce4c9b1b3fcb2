/** The types of what an amendment would change. */

import type { NextDue } from '../escrow/balance/next-due.ts';
import type { AmendmentKind } from '../loan/amendment.ts';
import type { RemainingPayments } from './remaining-payments.ts';

/** Money in US cents, days as UTC midnights. */
export interface PreviewedDebt {
  on: Date;
  payoffCents: number;
  /** Of a loan with instalments. */
  nextDue: NextDue | null;
  remaining: RemainingPayments;
}

/** What is owed after the change, and what without it. */
export interface AmendmentPreview extends PreviewedDebt {
  kind: AmendmentKind;
  dueCents: number;
  present: PreviewedDebt;
}
