/** What can be done with a domain of one's own: the one main thing, and the further ones with why they cannot be now. Pure. */

import type { DomainAction } from '../../../graph/schema.generated.ts';
import type { DomainRowFragment } from './domain-row.generated.ts';

/** The server's moves, and two that are others' to decide: a listing's end, the way to the loan. */
export type RowAction = DomainAction | 'UNLIST' | 'VIEW_LOAN';

export const actionLabels: Record<RowAction, string> = {
  VERIFY: 'Verify',
  LIST: 'Get Loan',
  UNLIST: 'Remove Listing',
  TRANSFER_IN: 'Transfer In',
  CANCEL_TRANSFER_IN: 'Cancel Transfer',
  TRANSFER_OUT: 'Transfer Out',
  CANCEL_TRANSFER_OUT: 'Cancel Transfer',
  SET_NAMESERVERS: 'Edit NS',
  RENEW: 'Renew',
  REMOVE: 'Remove Domain',
  VIEW_LOAN: 'View Loan',
};

export interface OfferedAction {
  move: RowAction;
  /** Why not now; undefined where it can be done. */
  disabledReason?: string;
}

export interface RowActionSet {
  main: RowAction | undefined;
  more: OfferedAction[];
}

/** What a domain that stands so is asked about, whether it is possible now or not. */
function listRelevantActions(domain: DomainRowFragment): RowAction[] {
  const { status, listed, pendingTransferDirection: direction, escrow } = domain;
  const loan: RowAction[] = escrow ? ['VIEW_LOAN'] : [];
  const market: RowAction = listed ? 'UNLIST' : 'LIST';
  const transferIn: RowAction = direction === 'IN' ? 'CANCEL_TRANSFER_IN' : 'TRANSFER_IN';
  const transferOut: RowAction = direction === 'OUT' ? 'CANCEL_TRANSFER_OUT' : 'TRANSFER_OUT';
  if (status === 'IN_ESCROW') return [...loan, 'SET_NAMESERVERS', 'RENEW'];
  if (status === 'CUSTODY_PAID') return [...loan, market, 'SET_NAMESERVERS', 'RENEW', transferOut];
  if (status === 'EXTERNAL_UNVERIFIED') return ['VERIFY', market, transferIn, 'REMOVE'];
  return [...loan, market, transferIn, 'VERIFY', 'REMOVE'];
}

/** Why a move of the server's is refused now, in its own words; undefined where it is open. */
export function findBlockedReason(
  domain: DomainRowFragment,
  action: DomainAction,
): string | undefined {
  return domain.blockedActions.find((blocked) => blocked.action === action)?.message;
}

function isAvailable(domain: DomainRowFragment, move: RowAction): boolean {
  if (move === 'VIEW_LOAN') return true;
  if (move === 'UNLIST') return domain.listing?.actions.includes('CLOSE') ?? false;
  return domain.actions.includes(move);
}

function pickMainAction(
  domain: DomainRowFragment,
  open: readonly RowAction[],
): RowAction | undefined {
  if (domain.status === 'IN_ESCROW') return undefined;
  const wanted: RowAction[] =
    domain.status === 'EXTERNAL_UNVERIFIED' ? ['VERIFY'] : ['UNLIST', 'LIST'];
  // A loan waits for it.
  if (domain.reserved) wanted.unshift('TRANSFER_IN');
  return wanted.find((move) => open.includes(move));
}

export function getRowActions(domain: DomainRowFragment): RowActionSet {
  const offered = listRelevantActions(domain).flatMap((move): OfferedAction[] => {
    if (isAvailable(domain, move)) return [{ move }];
    const offBecause =
      move === 'UNLIST' || move === 'VIEW_LOAN' ? undefined : findBlockedReason(domain, move);
    // Neither open nor refused: the part that decides it is down.
    return offBecause === undefined ? [] : [{ move, disabledReason }];
  });
  const open = offered.filter(({ disabledReason }) => disabledReason === undefined);
  const main = pickMainAction(
    domain,
    open.map(({ move }) => move),
  );
  return { main, more: offered.filter(({ move }) => move !== main) };
}
