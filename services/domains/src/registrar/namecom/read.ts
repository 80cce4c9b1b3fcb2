/** Converts name.com's responses into the registrar's types. Pure. */

import type {
  ClientStatus,
  RegistryDomain,
  RegistryFees,
  RegistryTransfer,
  TransferObstacle,
  TransferStatus,
} from '../registrar.ts';
import { EppInvalidInputError } from '../registrar-errors.ts';
import type { NamecomDomain } from './shapes.ts';

interface TransferState {
  readonly status: TransferStatus;
  readonly obstacle?: TransferObstacle;
}

/** The twelve states. A rejected transfer is not refunded before it is cancelled, so it is still pending. */
export const transferStates: Readonly<Record<string, TransferState>> = {
  pending: { status: 'pending' },
  submitting_transfer: { status: 'pending' },
  pending_new_auth_code: { status: 'pending', obstacle: 'WRONG_CODE' },
  pending_unlock: { status: 'pending', obstacle: 'LOCKED_BY_REGISTRAR' },
  pending_registry_unlock: { status: 'pending', obstacle: 'LOCKED_BY_REGISTRY' },
  pending_transfer: { status: 'pending' },
  // The name has been transferred but cannot be read yet.
  pending_insert: { status: 'pending' },
  rejected: { status: 'pending', obstacle: 'REJECTED' },
  completed: { status: 'serverApproved' },
  failed: { status: 'serverCancelled' },
  canceled: { status: 'clientCancelled' },
  canceled_pending_refund: { status: 'clientCancelled' },
};

/** A state that we do not know counts as pending, because its transfer may have been paid and may still arrive. */
export function readTransfer({
  domainName,
  status,
}: {
  domainName: string;
  status: string;
}): RegistryTransfer {
  const state = Object.hasOwn(transferStates, status) ? transferStates[status] : undefined;
  return {
    name: domainName.toLowerCase(),
    ...(state ?? { status: 'pending' as const }),
    // The list has only transfers to this account; they have no times.
    ours: true,
    fromUs: false,
    requestedAt: undefined,
    actingAt: undefined,
    expiresAt: undefined,
  };
}

export const isKnownState = (status: string): boolean => Object.hasOwn(transferStates, status);

export const transferLock: ClientStatus = 'clientTransferProhibited';
/** Shown to operators: name.com would renew the name too, at our expense. */
const renewsItself = 'registrarAutoRenew';

/** `RegistrarLock` by the status that it sets; others keep their name, so that operators see them. */
const locksByName: Readonly<Record<string, string>> = {
  RegistrarLock: transferLock,
  TransferLock: transferLock,
  ClientHold: 'clientHold',
  VerificationClientHold: 'clientHold',
  VerificationHold: 'clientHold',
};

export function readDomain(domain: NamecomDomain): RegistryDomain {
  const { createDate, expireDate, transferLockExpiresAt, locked, locks } = domain;
  // A lock object for transfers can outlast `locked`, for example as the policy lock.
  const others = locks
    .map((lock) => locksByName[lock] ?? lock)
    .filter((one) => one !== transferLock);
  const statuses = new Set([
    ...(locked ? [transferLock] : []),
    ...others,
    ...(domain.autorenewEnabled ? [renewsItself] : []),
  ]);
  return {
    name: domain.domainName.toLowerCase(),
    ours: true,
    statuses: [...statuses],
    nameservers: domain.nameservers.map((host) => host.toLowerCase().replace(/\.$/, '')),
    createdAt: createDate ?? undefined,
    updatedAt: undefined,
    transferredAt: undefined,
    expiresAt: expireDate,
    ...(transferLockExpiresAt && { lockedUntil: transferLockExpiresAt }),
  };
}

/** Undefined when one of the two is not sold. */
export function readFees({
  premium,
  transferPrice,
  renewalPrice,
}: {
  premium: boolean;
  transferPrice: number | null;
  renewalPrice: number | null;
}): RegistryFees | undefined {
  if (transferPrice === null || renewalPrice === null) return undefined;
  return { premium, transferCents: toCents(transferPrice), renewCents: toCents(renewalPrice) };
}

/** Prices have whole cents; a fraction of one is rounded up. */
function toCents(dollars: number): number {
  const cents = dollars * 100;
  const nearest = Math.round(cents);
  return Math.abs(cents - nearest) < 1e-6 ? nearest : Math.ceil(cents);
}

/** The amount that an order states, which must equal the price exactly. */
export const toDollars = (cents: number): number => cents / 100;

const namePattern = /^(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))+$/;

/** Checked, so that a name in a path is nothing else. */
export function pathName(name: string): string {
  if (name.length <= 253 && namePattern.test(name)) return name;
  throw new EppInvalidInputError('name', 'This is not a domain name in lower-case A-labels.');
}
