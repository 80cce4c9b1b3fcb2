/**
 * Which actions a domain allows now. One rule per action decides both whether it is listed as available and the
 * error of an attempt. Pure.
 */

import { formatDate } from '@nameloan/contracts/format-date';
import type { ActBlockedByHold } from '@nameloan/contracts/legal-hold';
import { findHoldObstacle } from '@nameloan/contracts/legal-hold';
import type { ListingObstacle } from '@nameloan/contracts/listing-eligibility';
import {
  findListingObstacle,
  pushPending,
  toConflict,
  transferOutWaiting,
} from '@nameloan/contracts/listing-eligibility';
import { renewableFrom } from '../registration-term.ts';
import { findSuffix } from '../suffix/suffixes.ts';
import type { Domain } from './domain.ts';
import { inCustody, transferOutStartsAt } from './domain.ts';
import { holdVisibility } from './hold/hold-rules.ts';
import type { DiligenceObstacles } from './listing/listing-conditions.ts';
import { listingConditions } from './listing/listing-conditions.ts';

export const domainActions = [
  'VERIFY',
  'LIST',
  'TRANSFER_IN',
  'CANCEL_TRANSFER_IN',
  'TRANSFER_OUT',
  'CANCEL_TRANSFER_OUT',
  'PUSH',
  'SET_NAMESERVERS',
  'RENEW',
  'REMOVE',
] as const;
export type DomainAction = (typeof domainActions)[number];

export interface BlockedAction extends ListingObstacle {
  action: DomainAction;
}

/** What the record does not say. */
export interface ActionLimits {
  /** What a domain has against a listing; default: nothing. */
  diligence?: DiligenceObstacles;
  /** Whether its registrar can cancel a pending transfer; default: true. */
  cancelWhilePending?: boolean;
}

type Rule = (domain: Domain, at: Date, limits: ActionLimits) => ListingObstacle | undefined;

const obstacle = (reason: ListingObstacle['reason'], message: string): ListingObstacle => ({
  reason,
  message,
});

/** Undefined without a pending transfer. */
function findTransfer(domain: Domain): ListingObstacle | undefined {
  const startsAt = transferOutStartsAt(domain);
  if (startsAt) return transferOutWaiting(startsAt);
  if (domain.pendingTransfer === 'NONE') return undefined;
  return obstacle('TRANSFER_PENDING', 'A transfer of this domain is already in progress.');
}

const findHold = (domain: Domain, act: ActBlockedByHold) =>
  findHoldObstacle(holdVisibility(domain), act);
/** What keeps a domain from leaving its owner's account, to another registrar or to another account. */
function findLeavingObstacle(
  domain: Domain,
  act: 'PUSH' | 'TRANSFER_OUT',
): ListingObstacle | undefined {
  const transfer = findTransfer(domain);
  if (transfer) return transfer;
  if (domain.reservation || domain.status === 'IN_ESCROW')
    return obstacle('RESERVED', 'This domain backs a loan.');
  if (!inCustody(domain)) return obstacle('NOT_IN_CUSTODY', 'This domain is not in our custody.');
  const onHold = findHold(domain, act);
  if (onHold) return onHold;
  if (domain.push) return pushPending(domain.push.expiresAt);
  if (domain.listingIds.length > 0) return obstacle('LISTED', 'Remove its listing first.');
  if (domain.renewal) return obstacle('BUSY', 'A renewal of this domain is in progress.');
  if (domain.nameserverChange?.rejection === null)
    return obstacle('BUSY', 'Its nameservers are being changed. Try again in a minute.');
  return undefined;
}

const unsupportedTld = (suffix: string) =>
  findSuffix(suffix)
    ? undefined
    : obstacle('UNSUPPORTED_TLD', `We cannot hold names under .${suffix} yet.`);

/** Checked here because the registry would reject the renewal without an explanation (EPP 2105). */
function atMaxRegistration({ suffix, expiresAt }: Domain, at: Date): ListingObstacle | undefined {
  const row = findSuffix(suffix);
  const from = row && expiresAt && renewableFrom(expiresAt, row.maxYears);
  if (!from || from <= at) return undefined;
  const message = `This domain is registered for the maximum of ${row.maxYears} years under .${suffix}. It can be renewed again from ${formatDate(from)}.`;
  return { ...obstacle('REGISTRY_REJECTED', message), availableAt: from };
}

const rules: Record<DomainAction, Rule> = {
  VERIFY: (domain) => {
    if (inCustody(domain))
      return obstacle('IN_CUSTODY', 'This domain is in our custody and needs no proof.');
    if (domain.status === 'EXTERNAL_UNVERIFIED') return undefined;
    if (domain.reservation)
      return obstacle(
        'RESERVED',
        'This domain backs a loan; its proof was checked when the loan was accepted.',
      );
    return findTransfer(domain);
  },
  LIST: (domain, _, { diligence }) =>
    domain.listingIds.length > 0
      ? obstacle('ALREADY_LISTED', 'This domain is already listed.')
      : findListingObstacle(listingConditions(domain, findSuffix(domain.suffix), diligence)),
  TRANSFER_IN: (domain) => {
    const transfer = findTransfer(domain);
    if (transfer) return transfer;
    if (inCustody(domain)) return obstacle('IN_CUSTODY', 'This domain is already in our custody.');
    if (domain.status === 'EXTERNAL_UNVERIFIED')
      return obstacle('NOT_VERIFIED', 'Verify the domain first.');
    return findHold(domain, 'TRANSFER_IN') ?? unsupportedTld(domain.suffix);
  },
  CANCEL_TRANSFER_IN: ({ pendingTransfer, transferIn }, _, { cancelWhilePending = true }) => {
    if (pendingTransfer !== 'IN' || !transferIn)
      return obstacle('NOT_PENDING', 'No transfer in of this domain is in progress.');
    // Nothing is ordered, so the registrar has nothing to cancel.
    if (transferIn.state === 'REQUESTING' && transferIn.waitsForOperator) return undefined;
    if (transferIn.state === 'HOLDING' || transferIn.state === 'REQUESTING')
      return obstacle('BUSY', 'The transfer request is being sent. Try again in a minute.');
    if (transferIn.state === 'ARRIVING')
      return obstacle('ALREADY_DONE', 'The transfer has already been approved.');
    if (!cancelWhilePending)
      return obstacle(
        'REGISTRY_REJECTED',
        'The registrar cannot cancel a pending transfer. Ask your current registrar to reject it.',
      );
    return undefined;
  },
  PUSH: (domain) => findLeavingObstacle(domain, 'PUSH'),
  TRANSFER_OUT: (domain, at) => {
    const leaving = findLeavingObstacle(domain, 'TRANSFER_OUT');
    if (leaving) return leaving;
    const from = domain.transferOutAvailableAt;
    if (!from || from <= at) return undefined;
    const message = `This domain can be transferred out from ${formatDate(from)}.`;
    return { ...obstacle('TRANSFER_LOCK', message), availableAt: from };
  },
  CANCEL_TRANSFER_OUT: ({ pendingTransfer, transferOut }) =>
    pendingTransfer === 'OUT' && transferOut
      ? undefined
      : obstacle('NOT_PENDING', 'No transfer out of this domain is in progress.'),
  SET_NAMESERVERS: (domain) => {
    if (!inCustody(domain))
      return obstacle(
        'NOT_IN_CUSTODY',
        'Nameservers can be set here only while the domain is in our custody.',
      );
    const onHold = findHold(domain, 'SET_NAMESERVERS');
    if (onHold) return onHold;
    if (domain.reservation?.disputed)
      return obstacle('DISPUTED', 'This loan is in dispute, so its nameservers cannot be changed.');
    return findTransfer(domain);
  },
  RENEW: (domain, at) => {
    if (!inCustody(domain))
      return obstacle('NOT_IN_CUSTODY', 'Only a domain in our custody can be renewed here.');
    if (domain.renewal) return obstacle('BUSY', 'A renewal of this domain is already in progress.');
    // A hold stops a transfer out for an unknown time, and the name must not expire.
    const transfer = domain.legalHold ? undefined : findTransfer(domain);
    return transfer ?? unsupportedTld(domain.suffix) ?? atMaxRegistration(domain, at);
  },
  REMOVE: (domain) => {
    if (inCustody(domain))
      return obstacle('IN_CUSTODY', 'This domain is in our custody. Transfer it out instead.');
    if (domain.reservation) return obstacle('RESERVED', 'This domain backs a loan.');
    if (domain.listingIds.length > 0) return obstacle('LISTED', 'Remove its listing first.');
    return findTransfer(domain);
  },
};

/** Throws CONFLICT with the obstacle's reason if the action is not allowed at this time. */
export function assertAllowed(action: DomainAction, domain: Domain, at: Date): void {
  const found = rules[action](domain, at, {});
  if (found) throw toConflict(found);
}

/** As `assertAllowed`, for a transfer in at its registrar. */
export function assertCancellable(
  domain: Domain,
  at: Date,
  { cancelWhilePending }: Required<Pick<ActionLimits, 'cancelWhilePending'>>,
): void {
  const found = rules.CANCEL_TRANSFER_IN(domain, at, { cancelWhilePending });
  if (found) throw toConflict(found);
}

export function isAllowed(action: DomainAction, domain: Domain, at: Date): boolean {
  return rules[action](domain, at, {}) === undefined;
}

export function openActions(domain: Domain, at: Date, limits: ActionLimits = {}): DomainAction[] {
  return domainActions.filter((action) => rules[action](domain, at, limits) === undefined);
}

export function blockedActions(
  domain: Domain,
  at: Date,
  limits: ActionLimits = {},
): BlockedAction[] {
  return domainActions.flatMap((action) => {
    const found = rules[action](domain, at, limits);
    return found ? [{ action, ...found }] : [];
  });
}
