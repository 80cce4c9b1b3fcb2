/** Why a transfer or a renewal at the registry failed: a code for programs, its data, and the sentence for users. */

import { z } from 'zod';
import { at, domainName, formerText } from '../event-shapes.ts';
import { formatDate } from '../format-date.ts';
import { cents, formatCents } from '../money.ts';

const noTransferCode =
  'A transfer code has 1 to 255 characters and no line breaks or control characters.';

/** The registry rejected the command (RFC 5730 section 3), or the input cannot be sent to it. */
const rejections = {
  ALREADY_OURS: 'The domain is already on the platform, so it cannot be transferred in.',
  BAD_AUTH_CODE:
    'The transfer code is wrong. Ask your current registrar for a new one and try again.',
  BAD_COMMAND:
    'The registry did not accept our request. Nothing was changed; our staff will look into it.',
  EXISTS: 'The registry already has this entry.',
  INVALID_AUTH_CODE: noTransferCode,
  IN_USE: 'Something at the registry still depends on this, so it is not possible.',
  LOCKED:
    'The domain is locked against this. If it is with another registrar, have it unlocked there and try again.',
  NOT_OFFERED: 'The registry does not offer this for the domain.',
  NOT_OURS: 'The domain is with another registrar, so the registry does not let us do this.',
  NOT_PENDING: 'No transfer of the domain is in progress.',
  NOT_RENEWABLE: 'The domain cannot be renewed now, or not for that long.',
  POLICY: 'The registry’s rules do not allow this for the domain.',
  PRICE_CHANGED: 'The registry’s price for the domain has changed. Nothing was charged. Try again.',
  RECENTLY_TRANSFERRED:
    'The domain cannot be transferred now: it was registered or transferred recently.',
  REGISTRY_CREDIT:
    'The registry cannot process the order right now. Nothing was charged. Try again later.',
  REGISTRY_FAULT: 'The registry had an internal error and did nothing. Try again later.',
  REGISTRY_UNAVAILABLE: 'The registry is not responding right now. Try again shortly.',
  TRANSFER_PENDING: 'A transfer of the domain is already in progress.',
  UNKNOWN_NAME: 'The registry does not know the domain: it is not registered.',
} as const;

/** The lock (EPP status) that prohibits a transfer in, a renewal, or the update that a transfer out needs. */
const locks = {
  TRANSFER_PENDING_DELETE:
    'The registration has ended and the registry is deleting the domain (pendingDelete). Have your current registrar restore it first.',
  TRANSFER_PENDING_TRANSFER:
    'Another transfer of the domain is pending (pendingTransfer). Wait until it ends, or have your current registrar cancel it.',
  TRANSFER_LOCKED_BY_REGISTRAR:
    'Your current registrar has locked the domain against transfers (clientTransferProhibited). Unlock it there and try again.',
  TRANSFER_LOCKED_BY_REGISTRY:
    'The registry has locked the domain against transfers (serverTransferProhibited). Ask your current registrar to have the lock removed, then try again.',
  RENEWAL_PENDING_DELETE:
    'The registration has ended and the registry is deleting the domain (pendingDelete), so it can no longer be renewed.',
  RENEWAL_PENDING_TRANSFER:
    'A transfer of the domain is pending (pendingTransfer). Renew it after the transfer.',
  RENEWAL_LOCKED_BY_REGISTRAR:
    'The domain is locked against renewal (clientRenewProhibited); our staff will look into it.',
  RENEWAL_LOCKED_BY_REGISTRY:
    'The registry has locked the domain against renewal (serverRenewProhibited); our staff will contact the registry.',
  UPDATE_PENDING_DELETE:
    'The registration has ended and the registry is deleting the domain (pendingDelete), so nothing can be changed.',
  UPDATE_PENDING_TRANSFER:
    'A transfer of the domain is pending (pendingTransfer). Try again after it ends.',
  UPDATE_LOCKED_BY_REGISTRY:
    'The registry has locked the domain against changes (serverUpdateProhibited); our staff will contact the registry.',
} as const;

/** The end of a transfer that the registry had accepted. */
const transferEnds = {
  CANCELLED_BY_OWNER: 'The owner cancelled the transfer.',
  CANCELLED_BY_REGISTRY: 'The registry cancelled the transfer.',
  REJECTED_BY_REGISTRAR: 'The other registrar rejected the transfer.',
  TRANSFER_CANCELLED: 'The transfer was cancelled.',
  TRANSFER_FAILED: 'The transfer failed.',
  TRANSFER_FORGOTTEN: 'The registry no longer knows of this transfer.',
} as const;

/** The order was not sent: the fee could not be held, or the domain's state does not allow it. */
const obstacles = {
  ALREADY_RENEWED: 'This domain has just been renewed.',
  HOLD_MISMATCH: 'This hold already exists with other terms.',
  HOLD_RELEASED: 'This hold was released and cannot be placed again.',
  NOT_IN_CUSTODY: 'Only a domain in our custody can be renewed here.',
  NOT_OFFERED_NOW: 'The registry does not let us renew this domain now.',
  ORDER_REJECTED: 'The order could not be placed.',
  PLATFORM_UNAVAILABLE: 'Part of Nameloan is unavailable. Please try again shortly.',
  PRICE_NOT_ACCEPTED: 'The registry charges more for this name than you have accepted so far.',
  RENEWAL_IN_PROGRESS: 'A renewal of this domain is already in progress.',
  TRANSFER_IN_PROGRESS: 'A transfer of this domain is in progress.',
} as const;

/** The codes whose sentence needs no data. */
export const fixedOrderTexts = { ...rejections, ...locks, ...transferEnds, ...obstacles };
export type FixedOrderCode = keyof typeof fixedOrderTexts;
const fixedCodes = Object.keys(fixedOrderTexts) as FixedOrderCode[];

export const orderFailure = z.object({
  code: z.enum([
    ...fixedCodes,
    'BALANCE_TOO_LOW',
    'MAX_REGISTRATION',
    'RECENTLY_TRANSFERRED_UNTIL',
    'UNSUPPORTED_TLD',
    'OTHER',
  ]),
  /** RECENTLY_TRANSFERRED_UNTIL, MAX_REGISTRATION: the day from which it is possible. */
  until: at.nullable().default(null),
  /** BALANCE_TOO_LOW: what the balance lacks for the fee, and how far it is below zero. */
  missingCents: cents.nullable().default(null),
  owedCents: cents.nullable().default(null),
  /** MAX_REGISTRATION, UNSUPPORTED_TLD. */
  suffix: domainName.nullable().default(null),
  /** MAX_REGISTRATION. */
  maxYears: z.number().int().nullable().default(null),
  formerText,
});
export type OrderFailure = z.output<typeof orderFailure>;
export type OrderFailureCode = OrderFailure['code'];

export function toOrderFailure(
  code: OrderFailureCode,
  data: Partial<Omit<OrderFailure, 'code'>> = {},
): OrderFailure {
  return orderFailure.parse({ code, ...data });
}

/** The sentence for the payer of the order. */
export function describeOrderFailure(failure: OrderFailure): string {
  const { code, until, suffix, maxYears } = failure;
  const day = until === null ? 'a later day' : formatDate(until);
  switch (code) {
    case 'BALANCE_TOO_LOW':
      return describeMissing(failure);
    case 'MAX_REGISTRATION':
      return `This domain is registered for the maximum of ${maxYears} years under .${suffix}. It can be renewed again from ${day}.`;
    case 'RECENTLY_TRANSFERRED_UNTIL':
      return `The domain was registered or transferred recently, so it cannot be transferred until ${day}. Try again then.`;
    case 'UNSUPPORTED_TLD':
      return `We cannot hold names under .${suffix} yet.`;
    case 'OTHER':
      return failure.formerText ?? fixedOrderTexts.ORDER_REJECTED;
    default:
      return fixedOrderTexts[code];
  }
}

function describeMissing({
  missingCents,
  owedCents,
}: Pick<OrderFailure, 'missingCents' | 'owedCents'>): string {
  const missing = `${formatCents(missingCents ?? 0)} is missing. Add balance first.`;
  return owedCents
    ? `Your balance is ${formatCents(owedCents)} below zero because a deposit was reversed: ${missing}`
    : `Your balance is too low: ${missing}`;
}
