/** One signed-in device: a family of refresh tokens that follow each other; pure rules. */

import type { Actor } from '@nameloan/contracts/actor.ts';

import type { EventData } from '@nameloan/contracts/events.ts';

export type EndReason = EventData<'identity.session.revoked'>['reason'];

export interface Session {
  id: string;
  version: number;
  accountId: string;
  status: 'OPEN' | 'ENDED';
  /** Number of the newest refresh token that was ever used; tokens count from 1. */
  generation: number;
  /** What the successor of that token is derived with; null until one was used. */
  salt: string | null;
  ip: string;
  userAgent: string;
  createdAt: Date;
  /** Wall time at which a password opened it. Absent on sessions from before this was kept. */
  passwordAt?: Date;
  lastUsedAt: Date;
  /** Wall time until which the family lives; each new successor pushes it on. */
  expiresAt: Date;
  /** Wall time. */
  endedAt: Date | null;
  endReason: EndReason | null;
}

/** One refresh token, known by its hash only. */
export interface RefreshToken {
  /** SHA-256 of the token, hexadecimal. */
  id: string;
  version: number;
  sessionId: string;
  /** Its place in the family. */
  generation: number;
  /** Wall time. */
  expiresAt: Date;
}

/** 30 days, sliding (product.md section 7). */
export const familyLifeMs = 30 * 86_400_000;
export const accessTokenLifeSeconds = 15 * 60;
/** What the list of sessions shows, and what a reset ends in one transaction. */
export const maxOpenSessions = 100;

const maxUserAgentLength = 300;

/** What is noted of who uses a session. */
export function readClient(actor: Actor): { ip: string; userAgent: string } {
  return { ip: actor.ip, userAgent: actor.userAgent.slice(0, maxUserAgentLength) };
}

export type TokenUse = 'FIRST_USE' | 'SAME_SUCCESSOR' | 'THEFT' | 'REFUSED';

/**
 * What the use of a refresh token means. A token works until its successor was used: a client that lost
 * the answer may ask again and gets the same successor. Later it can only be a copy in other hands.
 */
export function classifyTokenUse(session: Session, generation: number, wall: Date): TokenUse {
  if (session.status !== 'OPEN' || session.expiresAt <= wall) return 'REFUSED';
  if (generation === session.generation + 1) return 'FIRST_USE';
  if (generation === session.generation) return 'SAME_SUCCESSOR';
  return generation < session.generation ? 'THEFT' : 'REFUSED';
}

const recentPasswordMs = 5 * 60_000;

/** Whether its owner gave the password at its beginning, less than five minutes ago (product.md section 7). */
export function hasRecentPassword({ status, passwordAt }: Session, wall: Date): boolean {
  if (status !== 'OPEN' || !passwordAt) return false;
  return wall.getTime() - passwordAt.getTime() < recentPasswordMs;
}

export function isOpen(session: Session, wall: Date): boolean {
  return session.status === 'OPEN' && session.expiresAt > wall;
}
