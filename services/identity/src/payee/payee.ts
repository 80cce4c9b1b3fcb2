/** Payee: where an account is paid, in append-only versions. Which one is valid follows from account time. Pure. */

import type { PayeeKind } from '@nameloan/contracts/payee';
import type { Warning } from '@nameloan/payee-details/warnings';

/** The fields that no one can pay to, as typed or chosen in a form. */
export interface PayeeOptions {
  /** By EIP-155. */
  chainId: number | null;
  accountType: string | null;
  wire: boolean | null;
  /** Symbol of a known token, or the address of its contract. */
  token: string | null;
}

export interface PayeeVersion {
  /** Counts from 1. */
  number: number;
  holder: string;
  /** Short form of the details. */
  masked: string;
  fingerprint: string;
  warnings: Warning[];
  /** What its owner chose besides the number, to start a change with; absent in older versions. */
  options?: PayeeOptions | null;
  /** Account time. */
  changedAt: Date;
  /** Account time from which it is valid, until a later version is. */
  effectiveAt: Date;
  /**
   * REPLACED: by another change, before it was valid. WITHDRAWN: by the owner, before it was valid. STOPPED: with a mailed
   * link. Null if it was or will be valid.
   */
  endedAs: 'REPLACED' | 'WITHDRAWN' | 'STOPPED' | null;
  /** SHA-256 of the token of the mailed stop link, hexadecimal. */
  stopHash: string;
  /** Account time until which the link works. */
  stopUntil: Date;
  /** Whether MFA was on at the change, so that MFA of a thief goes with it. */
  hadMfa: boolean;
}

export interface Payee {
  id: string;
  version: number;
  accountId: string;
  kind: PayeeKind;
  label: string | null;
  /** Salt of the fingerprints, encrypted. */
  encryptedSalt: string;
  /** DELETED: by its owner, or because its addition was stopped; its details are erased. */
  status: 'ACTIVE' | 'DELETED';
  /** Ascending numbers. */
  versions: PayeeVersion[];
}

/** The details of one version, apart from it because nothing else may read them. */
export interface PayeeDetails {
  /** See `toDetailsId`. */
  id: string;
  version: number;
  accountId: string;
  payeeId: string;
  /** `PayeeFields` as JSON, encrypted. */
  encryptedFields: string;
}

export const toDetailsId = (payeeId: string, number: number): string => `${payeeId}.${number}`;

/** docs/product-rules.md, Payees. */
export const changeDelayMs = 72 * 3_600_000;
export const stopLinkMs = 72 * 3_600_000;
export const maxPayees = 20;
/** The list of versions is stored in one record, which must stay small. */
export const maxVersions = 200;
const recentMs = 30 * 86_400_000;

/** The valid version; undefined only for a deleted payee. */
export function findCurrent({ versions }: Payee, at: Date): PayeeVersion | undefined {
  return versions.findLast(({ endedAs, effectiveAt }) => endedAs === null && effectiveAt <= at);
}

/** The version that is not valid yet. */
export function findPending({ versions }: Payee, at: Date): PayeeVersion | undefined {
  return versions.findLast(({ endedAs, effectiveAt }) => endedAs === null && effectiveAt > at);
}

/** For loans that named it: the valid version, or the last one that was. */
export function findLastValid(payee: Payee, at: Date): PayeeVersion | undefined {
  const wasValid = ({ endedAs, effectiveAt }: PayeeVersion) =>
    effectiveAt <= at && (endedAs === null || endedAs === 'STOPPED');
  return findCurrent(payee, at) ?? payee.versions.findLast(wasValid) ?? payee.versions[0];
}

/** Whether a payer may see its details. */
export function isRevealable({ endedAs, effectiveAt }: PayeeVersion, at: Date): boolean {
  return endedAs === null && effectiveAt <= at;
}

/** Adds a version; one that waits is replaced. */
export function addVersion(payee: Payee, added: PayeeVersion): Payee {
  const isWaiting = ({ endedAs, effectiveAt }: PayeeVersion) =>
    endedAs === null && effectiveAt > added.changedAt;
  const versions = payee.versions.map((one) =>
    isWaiting(one) ? { ...one, endedAs: 'REPLACED' as const } : one,
  );
  return { ...payee, versions: [...versions, added] };
}

/** The payee without the change that waits. */
export function withdrawPending(payee: Payee, at: Date): Payee {
  const pending = findPending(payee, at);
  const versions = payee.versions.map((one) =>
    one === pending ? { ...one, endedAs: 'WITHDRAWN' as const } : one,
  );
  return { ...payee, versions };
}

/** Stops the versions of another person: the last one that is left is valid again. Without one the payee is deleted. */
export function stopVersions(
  payee: Payee,
  isForeign: (version: PayeeVersion) => boolean,
  at: Date,
): Payee {
  const versions = payee.versions.map((one) =>
    isForeign(one) ? { ...one, endedAs: 'STOPPED' as const } : one,
  );
  const stopped = { ...payee, versions };
  return findCurrent(stopped, at) ? stopped : { ...stopped, status: 'DELETED' };
}

/** Changes of the last 30 days that were neither stopped nor withdrawn; the first version is none. */
export function countRecentChanges({ versions }: Payee, at: Date): number {
  const since = at.getTime() - recentMs;
  return versions.filter(
    ({ number, endedAs, changedAt }) =>
      number > 1 && endedAs !== 'STOPPED' && endedAs !== 'WITHDRAWN' && changedAt.getTime() > since,
  ).length;
}
