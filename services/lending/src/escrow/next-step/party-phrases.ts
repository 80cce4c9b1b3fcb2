/** How a sentence about the next step names the parties and its reader. It names no date: the deadline is a field next to it. */

import type { EscrowRole } from '../../loan/roles.ts';

export interface WaitContext {
  now: Date;
  /** A transfer of the domain into custody is with the registry. */
  transferring: boolean;
  /** The reader of the message, who is called "you" in it. */
  reader?: EscrowRole | null;
}

/** How a message names the parties, with matching verbs. */
export interface PartyPhrases {
  borrower: string;
  lender: string;
  /** "the lender has", "you have". */
  has: (party: string) => string;
  /** "the lender asks", "you ask". */
  does: (party: string, verb: string) => string;
  /** " in time"; empty without a deadline. */
  inTime: (until: Date | null) => string;
}

export const you = 'you';

export function choosePhrases({ reader }: WaitContext): PartyPhrases {
  return {
    borrower: reader === 'BORROWER' ? you : 'the borrower',
    lender: reader === 'LENDER' ? you : 'the lender',
    has: (party) => (party === you ? 'you have' : `${party} has`),
    does: (party, verb) => (party === you ? `you ${verb}` : `${party} ${verb}s`),
    inTime: (until) => (until === null ? '' : ' in time'),
  };
}

/** Adds the capital letter and the full stop. */
export function toSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
