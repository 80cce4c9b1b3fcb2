/** The actions of a domain's row: the main one, and the others with the reason if disabled. Pure. */

import type { DomainAction } from '../../../graph/schema.generated.ts';
import type { DomainRowFragment } from './domain-row.generated.ts';

/**
 * The domain's actions from the server, plus removing its listing, labels, and viewing its offers, its loan and its
 * report.
 */
export type RowAction =
  | DomainAction
  | 'UNLIST'
  | 'LABEL'
  | 'REVIEW_OFFERS'
  | 'VIEW_LOAN'
  | 'VIEW_DILIGENCE';

export const actionLabels: Record<RowAction, string> = {
  VERIFY: 'Verify',
  LIST: 'Get Loan',
  UNLIST: 'Remove Listing',
  LABEL: 'Labels',
  TRANSFER_IN: 'Transfer In',
  CANCEL_TRANSFER_IN: 'Cancel Transfer',
  TRANSFER_OUT: 'Transfer Out',
  CANCEL_TRANSFER_OUT: 'Cancel Transfer',
  PUSH: 'Push to Another Account',
  SET_NAMESERVERS: 'Change nameservers',
  RENEW: 'Renew',
  REMOVE: 'Remove Domain',
  REVIEW_OFFERS: 'Review Offers',
  VIEW_LOAN: 'View Loan',
  VIEW_DILIGENCE: 'Diligence',
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
  const offers: RowAction[] = domain.offers ? ['REVIEW_OFFERS'] : [];
  const market: RowAction = listed ? 'UNLIST' : 'LIST';
  const transferIn: RowAction = direction === 'IN' ? 'CANCEL_TRANSFER_IN' : 'TRANSFER_IN';
  const transferOut: RowAction = direction === 'OUT' ? 'CANCEL_TRANSFER_OUT' : 'TRANSFER_OUT';
  const about: RowAction[] = ['VIEW_DILIGENCE', 'LABEL'];
  if (status === 'IN_ESCROW') return [...loan, 'SET_NAMESERVERS', 'RENEW', ...about];
  if (status === 'CUSTODY_PAID')
    return [...loan, ...offers, market, 'SET_NAMESERVERS', 'RENEW', ...about, 'PUSH', transferOut];
  if (status === 'EXTERNAL_UNVERIFIED') return ['VERIFY', market, transferIn, ...about, 'REMOVE'];
  return [...loan, ...offers, market, transferIn, 'VERIFY', ...about, 'REMOVE'];
}

/** The server's message why an action is blocked; undefined if it is not. */
export function findBlockedReason(
  domain: DomainRowFragment,
  action: RowAction,
): string | undefined {
  return domain.blockedActions.find((blocked) => blocked.action === action)?.message;
}

function isAvailable(domain: DomainRowFragment, action: RowAction): boolean {
  if (action === 'VIEW_LOAN' || action === 'REVIEW_OFFERS' || action === 'VIEW_DILIGENCE')
    return true;
  if (action === 'LABEL') return domain.labels !== null;
  if (action === 'UNLIST') return domain.listing?.actions.includes('CLOSE') ?? false;
  return domain.actions.includes(action);
}

/** Most urgent first: what a loan waits for, what its owner may not have requested, then offers, the loan, the next step. */
const byNeed: readonly RowAction[] = [
  'TRANSFER_IN',
  'CANCEL_TRANSFER_OUT',
  'REVIEW_OFFERS',
  'VIEW_LOAN',
  'LIST',
  'VERIFY',
];

/** Whether the domain's loan waits for the transfer, and not for signatures first; the default is whether it has one. */
type WaitsForTransfer = boolean | undefined;

function isNeeded(
  { status, reserved, transferOutStartsAt }: DomainRowFragment,
  action: RowAction,
  waitsForTransfer: WaitsForTransfer,
) {
  if (action === 'TRANSFER_IN') return waitsForTransfer ?? reserved === true;
  if (action === 'CANCEL_TRANSFER_OUT') return transferOutStartsAt !== null;
  return action !== 'VERIFY' || status === 'EXTERNAL_UNVERIFIED';
}

function pickMainAction(
  domain: DomainRowFragment,
  open: readonly RowAction[],
  waitsForTransfer: WaitsForTransfer,
): RowAction | undefined {
  return byNeed.find(
    (action) => open.includes(action) && isNeeded(domain, action, waitsForTransfer),
  );
}

export function getRowActions(
  domain: DomainRowFragment,
  waitsForTransfer?: WaitsForTransfer,
): RowActionSet {
  const offered = listRelevantActions(domain).flatMap((action): OfferedAction[] => {
    if (isAvailable(domain, action)) return [{ action }];
    const disabledReason = findBlockedReason(domain, action);
    // Neither available nor blocked: the service that decides is unavailable.
    return disabledReason === undefined ? [] : [{ action, disabledReason }];
  });
  const open = offered.filter(({ disabledReason }) => disabledReason === undefined);
  const main = pickMainAction(
    domain,
    open.map(({ action }) => action),
    waitsForTransfer,
  );
  return { main, more: offered.filter(({ action }) => action !== main) };
}
