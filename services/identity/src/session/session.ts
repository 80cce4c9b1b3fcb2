/** Session: a signed-in device with a family of successive refresh tokens. Pure. */

import type { EventData } from '@nameloan/contracts/events';
import type { Client } from '../known-device/client.ts';
import type { Device } from '../known-device/known-devices.ts';
import { isSameNetworkOrBrowser } from '../known-device/known-devices.ts';

export type EndReason = EventData<'identity.session.revoked'>['reason'];

export interface Session {
  id: string;
  version: number;
  accountId: string;
  status: 'OPEN' | 'ENDED';
  /** Number of the newest used refresh token; tokens count from 1. */
  generation: number;
  /** Salt of that token's successor; null before the first use. */
  salt: string | null;
  /** Account time of the first use of the token of this generation; null before it. See `readFirstUse`. */
  firstUse?: { generation: number; at: Date } | null;
  /** Client of that first use, or of the login before it. */
  ip: string;
  userAgent: string;
  createdAt: Date;
  /** Wall time of the login, from which the longest life of the family counts. Absent on older sessions. */
  openedAt?: Date;
  /** Account time of the login or of the newest step-up. Absent on older sessions. */
  passwordAt?: Date;
  /** Link that ends the session without a login, of a login that was mailed. Absent on all others. */
  stopLink?: StopLink | null;
  /** Whether that proof included an MFA code. Absent on older sessions. */
  passwordWithMfa?: boolean;
  lastUsedAt: Date;
  /** Wall time at which the family expires; each new successor extends it, see `extendFamily`. */
  expiresAt: Date;
  /** Wall time. */
  endedAt: Date | null;
  endReason: EndReason | null;
}

export interface StopLink {
  /** SHA-256 of the token, hexadecimal. */
  hash: string;
  /** Account time. */
  until: Date;
  used: boolean;
  /** Network and browser of the login that was mailed; the session's own follow its last use. Absent on older sessions. */
  device?: Device;
  /** Whether MFA was on at the login, so that MFA of a thief goes with the session. Absent on older sessions. */
  hadMfa?: boolean;
}

/** Refresh token, stored by hash. */
export interface RefreshToken {
  /** SHA-256 of the token, hexadecimal. */
  id: string;
  version: number;
  sessionId: string;
  /** Its number in the family. */
  generation: number;
  /** Wall time. */
  expiresAt: Date;
}

/** 30 days, sliding, and 180 days in every case (docs/product-rules.md, Accounts). */
const familyLifeMs = 30 * 86_400_000;
const maxFamilyLifeMs = 180 * 86_400_000;
/** For a client that lost the response, or two tabs that refresh at the same moment. */
const retryWindowMs = 60_000;
export const accessTokenLifeSeconds = 15 * 60;
/** Bounds the session list and the transaction of a reset. */
export const maxOpenSessions = 100;

export type TokenUse = 'FIRST_USE' | 'SAME_SUCCESSOR' | 'THEFT' | 'INVALID';

export interface TokenUseDetails {
  /** Number of the token in its family. */
  generation: number;
  client: Client;
  /** Wall time, by which the family expires. */
  wall: Date;
  /** Account time, which separates a retry from theft. */
  at: Date;
}

/**
 * Classifies the use of a refresh token. For a minute after its first use, the network or the browser of that use gets
 * the same successor again, unless the successor was used. Any other repeated use means that the token was copied.
 * Only one of network and browser must match: a phone changes its network, a browser is updated.
 */
export function classifyTokenUse(
  session: Session,
  { generation, client, wall, at }: TokenUseDetails,
): TokenUse {
  if (!isOpen(session, wall)) return 'INVALID';
  if (generation === session.generation + 1) return 'FIRST_USE';
  if (generation > session.generation) return 'INVALID';
  const isRetry =
    generation === session.generation &&
    // Negative if the clock of the replica of the first use is ahead of this one: a retry too.
    at.getTime() - readFirstUse(session).getTime() <= retryWindowMs &&
    isSameNetworkOrBrowser(session, client);
  return isRetry ? 'SAME_SUCCESSOR' : 'THEFT';
}

/** Older sessions have it in business time only, which is not behind wall time. */
function readFirstUse({ firstUse, generation, lastUsedAt }: Session): Date {
  // A replica of an earlier release does not write it.
  return firstUse?.generation === generation ? firstUse.at : lastUsedAt;
}

/** Wall time at which the family expires if a successor is issued now. */
export function extendFamily(session: FamilyAge, wall: Date): Date {
  return new Date(Math.min(wall.getTime() + familyLifeMs, endOfFamily(session)));
}

type FamilyAge = Pick<Session, 'openedAt' | 'passwordAt' | 'createdAt'>;

function endOfFamily({ openedAt, passwordAt, createdAt }: FamilyAge): number {
  return (openedAt ?? passwordAt ?? createdAt).getTime() + maxFamilyLifeMs;
}

const recentPasswordMs = 5 * 60_000;

/** Whether the session's user entered the password less than five minutes ago: a login, a registration or a step-up. */
export function hasRecentPassword({ status, passwordAt }: Session, at: Date): boolean {
  if (status !== 'OPEN' || !passwordAt) return false;
  return at.getTime() - passwordAt.getTime() < recentPasswordMs;
}

const freshMs = 15 * 60_000;

/** End of the 15 minutes after the login, registration or step-up; null for older sessions. */
export function computeFreshUntil({ passwordAt }: Pick<Session, 'passwordAt'>): Date | null {
  return passwordAt ? new Date(passwordAt.getTime() + freshMs) : null;
}

export function isOpen(session: Session, wall: Date): boolean {
  const expiresAtMs = Math.min(session.expiresAt.getTime(), endOfFamily(session));
  return session.status === 'OPEN' && expiresAtMs > wall.getTime();
}
