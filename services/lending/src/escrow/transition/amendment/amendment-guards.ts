/** Guards of amendments, and of a seizure while an agreed amendment waits for signatures or money. */

import { maxAmendments, maxProposals } from '../../../loan/amendment.ts';
import { toPartyRole } from '../../../loan/roles.ts';
import { isPaidOff } from '../../balance/balance.ts';
import type { Guard } from '../guards.ts';
import { buildGuard } from '../guards.ts';
import { isMoneyUnanswered } from './agreed-money.ts';
import { computeStandstillEnd, hasLapsed } from './amendment-deadlines.ts';

export const amendmentGuards = {
  debtLeft: buildGuard(
    (escrow) => !isPaidOff(escrow),
    'NOTHING_OWED',
    'The payments that count cover the loan, so there is nothing to amend.',
  ),
  noLiveAmendment: buildGuard(
    ({ amendment }) => !amendment,
    'AMENDMENT_LIVE',
    'Another amendment is open. Answer or withdraw it first.',
  ),
  amendmentsLeft: buildGuard(
    ({ amended }) => (amended?.count ?? 0) < maxAmendments,
    'TOO_MANY_AMENDMENTS',
    `This loan has been amended ${maxAmendments} times, the maximum.`,
  ),
  proposalsLeft: buildGuard(
    ({ lastAmendment }) => (lastAmendment ?? 0) < maxProposals,
    'TOO_MANY_AMENDMENTS',
    `This loan has had ${maxProposals} proposals, the maximum. The open one can still be answered.`,
  ),
  proposed: buildGuard(
    ({ amendment }, { now }) => amendment?.status === 'PROPOSED' && now < amendment.expiresAt,
    'NO_AMENDMENT',
    'No proposal waits for an answer.',
  ),
  proposedByOther: buildGuard(
    ({ amendment }, { role }) => amendment?.proposedBy !== toPartyRole(role),
    'ALREADY_PROPOSED',
    'You proposed this amendment. The other party has not answered yet.',
  ),
  proposedBySelf: buildGuard(
    ({ amendment }, { role }) => amendment?.proposedBy === toPartyRole(role),
    'NOT_PROPOSED',
    'The other party proposed this amendment. You can decline it.',
  ),
  notSealed: buildGuard(
    ({ unsealedAmendments }) => (unsealedAmendments?.length ?? 0) > 0,
    'ALREADY_DONE',
    'All effective amendments are sealed.',
  ),
  agreed: buildGuard(
    (escrow, { now }) => {
      const status = escrow.amendment?.status;
      return (status === 'AGREED' || status === 'AWAITING_MONEY') && !hasLapsed(escrow, now);
    },
    'NO_AMENDMENT',
    'No amendment waits for signatures.',
  ),
  notSigned: buildGuard(
    ({ amendment }, { role }) =>
      (role === 'BORROWER' ? amendment?.borrowerSignedAt : amendment?.lenderSignedAt) === null,
    'ALREADY_SIGNED',
    'You have already signed this amendment.',
  ),
} as const satisfies Record<string, Guard>;

/** Only from an agreement, never from a proposal: a borrower could delay a seizure by proposals otherwise. */
const buildStandstill =
  (afterLapse: string): Guard =>
  (escrow, { now }) => {
    const end = computeStandstillEnd(escrow);
    if (end === null) return null;
    const isOver = now >= end;
    // The lapse is a dispute, which is a moment away.
    if (isOver && !isMoneyUnanswered(escrow)) return null;
    const message = `An agreed amendment waits for signatures or money. ${afterLapse}`;
    return { reason: 'AMENDMENT_AGREED', message, availableAt: isOver ? null : end };
  };

export const noStandstill = buildStandstill('You can take the domain if it lapses.');
/** The days of an acceleration would run within it. */
export const noStandstillToAccelerate = buildStandstill(
  'You can accelerate the loan if it lapses.',
);
