/** A loan of the demo data: its terms, and what happens on which day. */

import type { Terms } from '@nameloan/driver/steps';
import type { AccountName } from './accounts.ts';
import type { RowsByDay } from './days.ts';

export type Milestone =
  | 'signed by lender'
  | 'signed'
  | 'on its way'
  | 'in custody'
  | 'sent'
  | 'active'
  | 'instalment'
  | 'extended'
  | 'claimed'
  | 'denied'
  | 'disputed'
  | 'repaid'
  | 'seized'
  | 'surrendered'
  | 'cancelled';

export interface LoanRow {
  name: string;
  borrower: AccountName;
  lender: AccountName;
  terms: Terms;
  /** The lender's message with the offer, which starts the chat. */
  message?: string;
  /** Milestones by day; the last one is the state when the demo is complete. */
  upTo: RowsByDay<Milestone>;
  /** By how many days the term is longer once the loan is extended. */
  extension?: number;
  /** Chat messages by day, sent after that day's steps. */
  says?: RowsByDay<[AccountName, string][]>;
  /** Present if the loan is disputed. */
  dispute?: Dispute;
}

export interface Dispute {
  /** The lender's reason for denying the repayment. */
  denial: string;
  /** The borrower's reason for the dispute. */
  reason: string;
  /** The borrower's text evidence. */
  evidence: string;
  /** One text file of each party: name and content. */
  files: { borrower: [string, string]; lender: [string, string] };
}
