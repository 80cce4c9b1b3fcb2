/** The two loans of a refinancing, for samples of transitions. */

import type { Escrow } from '../escrow/escrow.ts';
import type { LegRecord, Replacement, Replacing } from '../loan/refinance/refinance.ts';
import { start } from './loans.ts';
import type { BlockedLoan } from './sample-parts.ts';

export const payoffLeg: LegRecord = {
  id: 'leg1',
  leg: 'PAYOFF',
  day: new Date('2026-05-20T00:00:00.000Z'),
  amountCents: 20_000,
  method: 'Wire',
  reference: 'L-1',
  reportedAt: new Date('2026-05-20T12:00:00.000Z'),
  confirmedCents: null,
  deniedAt: null,
};
export const replacing: Replacing = {
  escrowId: 'old1',
  lenderName: 'Olaf Old',
  letterAt: start,
  legs: [],
};
export const replacement: Replacement = {
  escrowId: 'new1',
  since: start,
  letter: null,
  payoff: null,
  shortSince: null,
};
/** The old lender says that the new one's payment arrived, but is too small. */
const payoffCounted: Partial<Escrow> = {
  replacement: { ...replacement, payoff: { ...payoffLeg, confirmedCents: 20_000 } },
};
export const payoffPaid: BlockedLoan = { reason: 'REFINANCE_PAID', loan: payoffCounted };
