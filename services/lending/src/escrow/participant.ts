/** Resolves a user's role in a loan and rejects outsiders. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { EscrowRole } from '../loan/roles.ts';
import { parties } from '../party/party.model.ts';
import type { Escrow } from './escrow.ts';
import { findRole } from './escrow.ts';
import type { TransitionActor } from './transition/decide-transition.ts';

export interface Viewer {
  accountId: string;
  /** Empty until identity's event about the account arrives; parties use the names frozen in the loan. */
  name: string;
  operator: boolean;
}

export async function loadViewer({ accountId }: AccountActor): Promise<Viewer> {
  const party = await parties.find(accountId);
  return { accountId, name: party?.name ?? '', operator: party?.operator ?? false };
}

/** Throws NOT_FOUND unless the loan exists and the viewer may see it. */
export function requireParticipant(
  escrow: Escrow | undefined,
  viewer: Viewer,
): { escrow: Escrow; by: TransitionActor & { role: EscrowRole } } {
  const { accountId, operator } = viewer;
  const role = escrow ? findRole(escrow, accountId, operator) : 'OUTSIDER';
  if (!escrow || role === 'OUTSIDER') {
    throw new DomainError('NOT_FOUND', 'There is no such loan.');
  }
  const names = { BORROWER: escrow.borrowerName, LENDER: escrow.lenderName, OPERATOR: viewer.name };
  return { escrow, by: { role, accountId, name: names[role] } };
}
