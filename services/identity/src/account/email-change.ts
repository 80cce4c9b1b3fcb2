/** Change of an account's address: confirmed by the new mailbox, and stopped by the former one for 72 hours. Pure. */

/** The address of an account, in all its forms. */
export interface Address {
  email: string;
  emailKey: string;
  /** Null if the account shares it with an older one, or until `assignCanonicalEmails` has run. */
  canonicalEmail: string | null;
  sharesAddress: boolean;
  /** Null if it was never verified. */
  verifiedAt: Date | null;
}

export interface EmailChange {
  /** CANCELLED: by the user, before the new address was confirmed. STOPPED: with the link of the former address. */
  status: 'PENDING' | 'CONFIRMED' | 'CANCELLED' | 'STOPPED';
  newEmail: string;
  former: Address;
  /** Whether MFA was on at the request, so that MFA of a thief goes with the change. */
  hadMfa: boolean;
  /** Account time until which the former address can stop the change; the holds last as long. */
  heldUntil: Date;
  /** SHA-256 of the tokens of the stop links, hexadecimal: of this request and of those that it replaced. */
  stopHashes: string[];
}

interface Changing {
  emailChange?: EmailChange | null;
}

/** 72 hours of account time (docs/product-rules.md, Accounts). */
export const holdMs = 72 * 3_600_000;
export const maxStopHashes = 10;

const isRunning = (change: EmailChange | null | undefined, at: Date): change is EmailChange =>
  change !== null && change !== undefined && change.heldUntil > at;

/** The change whose 72 hours have not ended. */
export function findCurrentChange({ emailChange }: Changing, at: Date): EmailChange | undefined {
  return isRunning(emailChange, at) ? emailChange : undefined;
}

/** Whether the former address may stop it: an address that was never verified may belong to anyone. */
export function canBeStopped({ former }: EmailChange): boolean {
  return former.verifiedAt !== null;
}

/** The change that waits for the new address. */
export function findPending(account: Changing, at: Date): EmailChange | undefined {
  const change = findCurrentChange(account, at);
  return change?.status === 'PENDING' ? change : undefined;
}

/** The keys that withdraw a change which waits for the new address: someone else may have requested it. */
export function withdrawPending(account: Changing, at: Date): Changing {
  const pending = findPending(account, at);
  return pending ? { emailChange: { ...pending, status: 'CANCELLED' } } : {};
}

/** Until when transfers out, payee changes and surrender are held; null if they are not. */
export function readHeldUntil(account: Changing, at: Date): Date | null {
  const change = findCurrentChange(account, at);
  const holds = change && change.status !== 'CANCELLED' && canBeStopped(change);
  return holds ? change.heldUntil : null;
}

/** A further change must wait: the owner of the former address can still restore it, or has just done so. */
export function isDecided(account: Changing, at: Date): EmailChange | undefined {
  const change = findCurrentChange(account, at);
  if (!change || !canBeStopped(change)) return undefined;
  return change.status === 'CONFIRMED' || change.status === 'STOPPED' ? change : undefined;
}

/** The keys of an account that an address sets. */
export function toAddressKeys({
  email,
  emailKey,
  canonicalEmail,
  sharesAddress,
  verifiedAt,
}: Address) {
  return {
    ...{ email, emailKey, emailVerifiedAt: verifiedAt },
    ...(canonicalEmail === null ? {} : { canonicalEmail }),
    ...(sharesAddress ? { sharesAddress } : {}),
  };
}
