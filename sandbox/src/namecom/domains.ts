/** Names of the product's account at name.com, as its API shows and changes them. */

import type { Domain } from '../records.ts';
import { dayMs, isDomainName, isPending } from '../registry/domain.ts';
import { feeCents } from '../registry/fees.ts';
import {
  answerTransfer,
  getDomain,
  patchDomain,
  renewDomain,
  updateDomain,
} from '../registry/registry.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { findTransfer, namecomContext, namecomId, nameData, pay, saveName } from './account.ts';
import { NamecomError } from './namecom-error.ts';
import { assertPrice, dollars } from './transfers.ts';

/** Days after the expiry at which a name leaves the API. */
const shownDays = 26;
const policyLockMs = 60 * dayMs;
const transferLock = 'clientTransferProhibited';
const maxNameservers = 13;

/** Throws 404 for a name outside the account, not yet inserted into it, or expired too long ago. */
export function getOwnDomain(context: SandboxContext, name: string): Domain {
  const domain = getDomain(context, name);
  const goneAt = Date.parse(domain.expiresAt) + shownDays * dayMs;
  const isHidden =
    domain.registrar !== namecomId ||
    findTransfer(context, name)?.status === 'pending_insert' ||
    context.clock.now().getTime() >= goneAt;
  if (isHidden) throw new NamecomError(404, 'Not Found');
  return domain;
}

export function domainBody(context: SandboxContext, domain: Domain): Record<string, unknown> {
  const { name, statuses } = domain;
  const { renewsItself, locks } = nameData(context, name);
  const lockEnd = policyLockEnd(context, domain);
  const isLocked = statuses.includes(transferLock);
  return {
    domainName: name,
    createDate: domain.createdAt,
    expireDate: domain.expiresAt,
    autorenewEnabled: renewsItself,
    locked: isLocked,
    // It spells them in two ways.
    locks: [
      ...(isLocked ? ['RegistrarLock'] : []),
      ...statuses.filter((status) => status !== transferLock),
      ...locks,
    ],
    ...(lockEnd && { transferLockExpiresAt: lockEnd.toISOString() }),
    privacyEnabled: false,
    contacts: {},
    nameservers: domain.nameservers,
    renewalPrice: dollars(feeCents(name, domain.premium, 1)),
  };
}

/** The end of the policy lock after a transfer; null when it has ended. */
function policyLockEnd(context: SandboxContext, { transferredAt }: Domain): Date | null {
  if (!transferredAt) return null;
  const end = new Date(Date.parse(transferredAt) + policyLockMs);
  return end > context.clock.now() ? end : null;
}

export interface DomainChanges {
  readonly locked?: unknown;
  readonly autorenewEnabled?: unknown;
}

export function changeDomain(
  context: SandboxContext,
  name: string,
  { locked, autorenewEnabled }: DomainChanges,
): Domain {
  const domain = getOwnDomain(context, name);
  const lockEnd = policyLockEnd(context, domain);
  if (locked === false && lockEnd)
    throw new NamecomError(
      403,
      'Permission Denied',
      `The transfer lock cannot be removed before ${lockEnd.toISOString()}`,
    );
  if (typeof autorenewEnabled === 'boolean')
    saveName(context, { ...nameData(context, name), renewsItself: autorenewEnabled });
  if (typeof locked !== 'boolean') return domain;
  const changes = { addNameservers: [], removeNameservers: [], authCode: null };
  return updateDomain(namecomContext(context), name, {
    ...changes,
    addStatuses: locked ? [transferLock] : [],
    removeStatuses: locked ? [] : [transferLock],
  });
}

/** It creates the hosts at the registry itself. */
export function setNameservers(context: SandboxContext, name: string, given: unknown): Domain {
  const domain = getOwnDomain(context, name);
  const hosts = Array.isArray(given) ? given.map((host) => String(host).toLowerCase()) : [];
  const isValid = hosts.length <= maxNameservers && hosts.every(isDomainName);
  if (!isValid || hosts.length === 0)
    throw new NamecomError(400, 'Invalid argument', 'These nameservers are not accepted');
  if (isPending(domain)) throw new NamecomError(403, 'Permission Denied');
  return patchDomain(context, name, { nameservers: hosts });
}

/** Repeating it renews again: the API has no idempotency key for it. */
export function renew(
  context: SandboxContext,
  name: string,
  { years = 1, purchasePrice }: { years?: unknown; purchasePrice?: unknown },
): { domain: Domain; paidCents: number } {
  const { expiresAt, premium } = getOwnDomain(context, name);
  if (typeof years !== 'number' || !Number.isInteger(years) || years < 1 || years > 10)
    throw new NamecomError(400, 'Invalid argument', 'Years must be 1 to 10');
  const paidCents = feeCents(name, premium, years);
  assertPrice(paidCents, purchasePrice, premium);
  pay(context, paidCents);
  const order = { knownExpiry: expiresAt.slice(0, 10), years };
  const agreedCents = premium ? paidCents : null;
  const domain = renewDomain(namecomContext(context), name, { ...order, agreedCents });
  return { domain, paidCents };
}

/** Rejects another registrar's request. Throws 409 when there is none. */
export function cancelTransferOut(context: SandboxContext, name: string): void {
  if (!isPending(getOwnDomain(context, name)))
    throw new NamecomError(409, 'Conflict', 'There is no pending transfer of this domain');
  answerTransfer(context, name, { registrar: namecomId, end: 'clientRejected' });
}
