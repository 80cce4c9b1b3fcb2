/** What can be done with a domain of one's own: the one main thing, and the further ones with why they cannot be now. Pure. */

import type { DomainAction } from '../../../graph/schema.generated.ts';
import type { DomainRowFragment } from './domain-row.generated.ts';

/** The server's moves, and two that are others' to decide: a listing's end, the way to the loan. */
export type Move = DomainAction | 'UNLIST' | 'VIEW_LOAN';

export const moveLabels: Record<Move, string> = {
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

export interface OfferedMove {
  move: Move;
  /** Why not now; undefined where it can be done. */
  offBecause?: string;
}

export interface RowMoves {
  main: Move | undefined;
  more: OfferedMove[];
}

/** What a domain that stands so is asked about, whether it is possible now or not. */
function concerning(domain: DomainRowFragment): Move[] {
  const { status, listed, pendingTransferDirection: direction, escrow } = domain;
  const loan: Move[] = escrow ? ['VIEW_LOAN'] : [];
  const market: Move = listed ? 'UNLIST' : 'LIST';
  const transferIn: Move = direction === 'IN' ? 'CANCEL_TRANSFER_IN' : 'TRANSFER_IN';
  const transferOut: Move = direction === 'OUT' ? 'CANCEL_TRANSFER_OUT' : 'TRANSFER_OUT';
  if (status === 'IN_ESCROW') return [...loan, 'SET_NAMESERVERS', 'RENEW'];
  if (status === 'CUSTODY_PAID') return [...loan, market, 'SET_NAMESERVERS', 'RENEW', transferOut];
  if (status === 'EXTERNAL_UNVERIFIED') return ['VERIFY', market, transferIn, 'REMOVE'];
  return [...loan, market, transferIn, 'VERIFY', 'REMOVE'];
}

/** Why a move of the server's is refused now, in its own words; undefined where it is open. */
export function reasonAgainst(domain: DomainRowFragment, action: DomainAction): string | undefined {
  return domain.blockedActions.find((blocked) => blocked.action === action)?.message;
}

function isOpen(domain: DomainRowFragment, move: Move): boolean {
  if (move === 'VIEW_LOAN') return true;
  if (move === 'UNLIST') return domain.listing?.actions.includes('CLOSE') ?? false;
  return domain.actions.includes(move);
}

function mainOf(domain: DomainRowFragment, open: readonly Move[]): Move | undefined {
  if (domain.status === 'IN_ESCROW') return undefined;
  const wanted: Move[] = domain.status === 'EXTERNAL_UNVERIFIED' ? ['VERIFY'] : ['UNLIST', 'LIST'];
  // A loan waits for it.
  if (domain.reserved) wanted.unshift('TRANSFER_IN');
  return wanted.find((move) => open.includes(move));
}

export function movesOf(domain: DomainRowFragment): RowMoves {
  const offered = concerning(domain).flatMap((move): OfferedMove[] => {
    if (isOpen(domain, move)) return [{ move }];
    const offBecause =
      move === 'UNLIST' || move === 'VIEW_LOAN' ? undefined : reasonAgainst(domain, move);
    // Neither open nor refused: the part that decides it is down.
    return offBecause === undefined ? [] : [{ move, offBecause }];
  });
  const open = offered.filter(({ offBecause }) => offBecause === undefined);
  const main = mainOf(
    domain,
    open.map(({ move }) => move),
  );
  return { main, more: offered.filter(({ move }) => move !== main) };
}
