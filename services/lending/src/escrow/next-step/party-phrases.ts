/** How a sentence about the next step names the parties, its reader and the deadline. */

import { formatDateTime } from '@nameloan/contracts/format-date';
import type { EscrowRole } from '../../loan/roles.ts';

export interface WaitContext {
  now: Date;
  /** A transfer of the domain into custody is with the registry. */
  transferring: boolean;
  /** The reader of the message, who is called "you" in it. */
  reader?: EscrowRole | null;
  /** Leaves the deadline out of the message, because the client shows it. */
  withoutDates?: boolean;
}

/** How a message names the parties, with matching verbs. */
export interface PartyPhrases {
  borrower: string;
  lender: string;
  /** "the lender has", "you have". */
  has: (party: string) => string;
  /** "the lender asks", "you ask". */
  does: (party: string, verb: string) => string;
  /** " by March 8, 2026 at 12:00 UTC"; empty without a deadline, or in a message without dates. */
  by: (until: Date | null) => string;
}

export const you = 'you';

export function choosePhrases({ reader, withoutDates }: WaitContext): PartyPhrases {
  return {
    borrower: reader === 'BORROWER' ? you : 'the borrower',
    lender: reader === 'LENDER' ? you : 'the lender',
    has: (party) => (party === you ? 'you have' : `${party} has`),
    does: (party, verb) => (party === you ? `you ${verb}` : `${party} ${verb}s`),
    by: (until) => (until === null || withoutDates ? '' : ` by ${formatDateTime(until)}`),
  };
}

/** Adds the capital letter and the full stop. */
export function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
