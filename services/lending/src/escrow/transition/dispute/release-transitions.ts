/** An operator's release of a domain that a decision gave to the platform. */

import type { Party } from '../../../loan/roles.ts';
import { guards } from '../guards.ts';
import type { TransitionDescriptor, TransitionTable } from '../transition-descriptor.ts';
import { operator } from '../transition-descriptor.ts';
import { returnLabel, seizeLabel } from './dispute-transitions.ts';

export interface ReleaseInputs {
  RELEASE_BORROWER: object;
  RELEASE_LENDER: object;
}

export const releaseTransitions: TransitionTable<ReleaseInputs> = {
  RELEASE_BORROWER: buildRelease('BORROWER', {
    choice: returnLabel,
    history: 'Released the domain to the borrower',
  }),
  RELEASE_LENDER: buildRelease('LENDER', {
    choice: seizeLabel,
    history: 'Released the domain to the lender',
  }),
};

/** The loan is over and keeps its status; only the domain moves. */
function buildRelease(
  to: Party,
  { choice, history }: { choice: string; history: string },
): TransitionDescriptor {
  return {
    verb: 'release',
    action: 'RELEASE',
    label: 'Release',
    choice: { outcome: to, label: choice },
    history,
    rules: [
      {
        from: 'FINALIZED_PLATFORM_SEZIURE',
        roles: operator,
        guards: [guards.notReleased, guards.heldInCustody],
      },
    ],
    writes: (_escrow, _input, { now, name }) => ({
      changes: { heldRelease: { to, at: now, by: name } },
      note: null,
    }),
  };
}
