/** The record of where each party of a loan is paid. The details stay in identity. */

import type { PayeeKind } from '@nameloan/contracts/payee';
import type { Party } from './roles.ts';

/** One version of a payee, without the details. */
export interface PayeeVersion {
  payeeId: string;
  kind: PayeeKind;
  version: number;
  holder: string;
  /** Short form: never enough to pay to or to compare by. */
  masked: string;
  fingerprint: string;
  /** Account time at which its owner entered it. */
  changedAt: Date;
}

/** Valid from `effectiveAt`, account time. */
export interface PendingVersion extends PayeeVersion {
  effectiveAt: Date;
}

/** A payee with the change that its owner made and that is not valid yet. */
export interface NamedPayee extends PayeeVersion {
  change: PendingVersion | null;
}

export interface NextPayee extends NamedPayee {
  effectiveAt: Date;
}

/** A session that saw the details of a version; account time. */
export interface PayeeView {
  sessionId: string;
  payeeId: string;
  version: number;
  at: Date;
}

/** Where one party is paid. */
export interface LoanPayee {
  /** Null once the payee was removed. */
  named: NamedPayee | null;
  /** Another payee that the party chose while the payment was open. */
  next: NextPayee | null;
  /** What the contract prints, the first choice after it, or what the payer acknowledged last; null if nothing yet. */
  known: PayeeVersion | null;
  /** The views of the last hour. */
  views: PayeeView[];
}

/** By the party that is paid; absent in loans of former releases. */
export type LoanPayees = Record<Party, LoanPayee | null>;
