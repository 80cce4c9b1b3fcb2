/** Reads the outcome of a dispute from the two arguments that name it. */

import { invalidInput } from '@nameloan/contracts/field-errors';

/** Throws INVALID_INPUT for `maySeize` with an outcome that ends the loan. */
export function readContinuation<O extends string>(
  outcome: O,
  maySeize: boolean | null | undefined,
): O | 'CONTINUE_MAY_SEIZE' {
  if (!maySeize) return outcome;
  if (outcome === 'CONTINUE') return 'CONTINUE_MAY_SEIZE';
  throw invalidInput({ maySeize: 'maySeize is only possible with the outcome CONTINUE.' });
}
