/** Maps the choice “Continue the loan; the lender may take the domain” to the two arguments of the API. */

/** An outcome of a settlement or decision as the loan's page offers it. */
export type OfferedOutcome<Outcome extends string> = Outcome | 'CONTINUE_MAY_SEIZE';

export function readContinuation<Outcome extends string>(
  offered: OfferedOutcome<Outcome>,
): { outcome: Outcome | 'CONTINUE'; maySeize: boolean } {
  return offered === 'CONTINUE_MAY_SEIZE'
    ? { outcome: 'CONTINUE', maySeize: true }
    : { outcome: offered, maySeize: false };
}
