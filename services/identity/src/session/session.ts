/** Session: a signed-in device with a family of successive refresh tokens. Pure. */

import type { EventData } from '@nameloan/contracts/events';

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
  ip: string;
  userAgent: string;
  createdAt: Date;
  /** Wall time of the password login. Absent on older sessions. */
  passwordAt?: Date;
  lastUsedAt: Date;
  /** Wall time at which the family expires; each new successor extends it. */
  expiresAt: Date;
  /** Wall time. */
  endedAt: Date | null;
  endReason: EndReason | null;
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

/** 30 days, sliding (docs/product-rules.md, Accounts). */
export const familyLifeMs = 30 * 86_400_000;
export const accessTokenLifeSeconds = 15 * 60;
/** Bounds the session list and the transaction of a reset. */
export const maxOpenSessions = 100;

export type TokenUse = 'FIRST_USE' | 'SAME_SUCCESSOR' | 'THEFT' | 'INVALID';

/**
 * Classifies the use of a refresh token. A token works until its successor is used, so a client that lost the response
 * can retry and gets the same successor. A later use means that the token was copied.
 */
export function classifyTokenUse(session: Session, generation: number, wall: Date): TokenUse {
  if (session.status !== 'OPEN' || session.expiresAt <= wall) return 'INVALID';
  if (generation === session.generation + 1) return 'FIRST_USE';
  if (generation === session.generation) return 'SAME_SUCCESSOR';
  return generation < session.generation ? 'THEFT' : 'INVALID';
}

const recentPasswordMs = 5 * 60_000;

/** Whether the session was opened with the password less than five minutes ago. */
export function hasRecentPassword({ status, passwordAt }: Session, wall: Date): boolean {
  if (status !== 'OPEN' || !passwordAt) return false;
  return wall.getTime() - passwordAt.getTime() < recentPasswordMs;
}

export function isOpen(session: Session, wall: Date): boolean {
  return session.status === 'OPEN' && session.expiresAt > wall;
}
