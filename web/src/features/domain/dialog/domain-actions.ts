/** The actions of a domain's row: the main one, and the others with the reason if disabled. Pure. */

import type { DomainAction } from '../../../graph/schema.generated.ts';
import type { DomainRowFragment } from './domain-row.generated.ts';

/** The domain's actions from the server, plus removing its listing and viewing its loan. */
export type RowAction = DomainAction | 'UNLIST' | 'VIEW_LOAN';

export const actionLabels: Record<RowAction, string> = {
  VERIFY: 'Verify',
  LIST: 'Get Loan',
  UNLIST: 'Remove Listing',
  TRANSFER_IN: 'Transfer In',
  CANCEL_TRANSFER_IN: 'Cancel Transfer',
  TRANSFER_OUT: 'Transfer Out',
  CANCEL_TRANSFER_OUT: 'Cancel Transfer',
  SET_NAMESERVERS: 'Change nameservers',
  RENEW: 'Renew',
  REMOVE: 'Remove Domain',
  VIEW_LOAN: 'View Loan',
};

export interface OfferedAction {
  action: RowAction;
  /** Undefined if the action is available. */
  disabledReason?: string;
}

export interface RowActionSet {
  main: RowAction | undefined;
  more: OfferedAction[];
}

/** The actions that make sense in the domain's state, available or not. */
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

/** The server's message why an action is blocked; undefined if it is not. */
export function findBlockedReason(
  domain: DomainRowFragment,
  action: DomainAction,
): string | undefined {
  return domain.blockedActions.find((blocked) => blocked.action === action)?.message;
}

function isAvailable(domain: DomainRowFragment, action: RowAction): boolean {
  if (action === 'VIEW_LOAN') return true;
  if (action === 'UNLIST') return domain.listing?.actions.includes('CLOSE') ?? false;
  return domain.actions.includes(action);
}

function pickMainAction(
  domain: DomainRowFragment,
  open: readonly RowAction[],
): RowAction | undefined {
  if (domain.status === 'IN_ESCROW') return undefined;
  const wanted: RowAction[] = domain.status === 'EXTERNAL_UNVERIFIED' ? ['VERIFY'] : ['LIST'];
  // It waits, and its owner may not have requested it.
  if (domain.transferOutStartsAt) wanted.unshift('CANCEL_TRANSFER_OUT');
  // A loan waits for this domain.
  if (domain.reserved) wanted.unshift('TRANSFER_IN');
  return wanted.find((action) => open.includes(action));
}

export function getRowActions(domain: DomainRowFragment): RowActionSet {
  const offered = listRelevantActions(domain).flatMap((action): OfferedAction[] => {
    if (isAvailable(domain, action)) return [{ action }];
    const disabledReason =
      action === 'UNLIST' || action === 'VIEW_LOAN' ? undefined : findBlockedReason(domain, action);
    // Neither available nor blocked: the service that decides is unavailable.
    return disabledReason === undefined ? [] : [{ action, disabledReason }];
  });
  const open = offered.filter(({ disabledReason }) => disabledReason === undefined);
  const main = pickMainAction(
    domain,
    open.map(({ action }) => action),
  );
  return { main, more: offered.filter(({ action }) => action !== main) };
}
