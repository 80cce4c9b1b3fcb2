/** The contract's clause about the registered holder of the domain, with the consents that transfer policies require. */

import type { Holder } from '../../loan/roles.ts';
import type { Block } from './prose.ts';
import { bold, paragraph } from './prose.ts';

const holders: Record<Holder, string> = {
  BORROWER: 'During the loan the Borrower is the registered holder. ',
  PLATFORM:
    'During the loan the Platform is entered as the registered holder, without a beneficial interest, and passes ' +
    'notices on to the Borrower. ',
};

/** In the section on custody. */
export function buildRegistrantClause(holder: Holder): Block {
  return paragraph(
    bold('Registered holder. '),
    holders[holder],
    'The parties consent to the lock, and the Borrower asks no registrar to lift it or to disclose a transfer ' +
      'code; to each change of the holder under this agreement, which the Platform may confirm as their Designated ' +
      'Agent; and, where a registrar offers it, opt out of a transfer lock after it.',
  );
}
