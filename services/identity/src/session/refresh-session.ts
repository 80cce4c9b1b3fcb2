/** Exchanges a refresh token for an access token and its successor; a copy in other hands ends the family. */

import type { Actor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { now } from '@nameloan/service/clock.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { accounts } from '../account/account.model.ts';
import { tellSecurity } from '../account/tell-security.ts';
import { rememberPlace } from '../attempt/remember-place.ts';
import { commit, quotas } from '../kit.ts';
import { signAccessToken } from './access-token.ts';
import { endSession } from './end-sessions.ts';
import { hashToken, looksLikeToken, newSalt, successorOf } from './refresh-token.ts';
import { refreshTokens, sessions } from './session.model.ts';
import type { Session } from './session.ts';
import { familyLifeMs, judge, seenFrom } from './session.ts';

export interface RefreshedTokens {
  accessToken: string;
  refreshToken: string;
}

/** UNAUTHENTICATED for a token that is unknown, expired, ended or stolen. */
export async function refreshSession(
  actor: Actor,
  refreshToken: string | null | undefined,
): Promise<RefreshedTokens> {
  if (!refreshToken) throw new DomainError('UNAUTHENTICATED', 'No refresh token available');
  if (!looksLikeToken(refreshToken)) throw refused();
  const next = await commit((tx) => follow(actor, refreshToken, tx));
  if (!next) throw refused();
  const accessToken = await signAccessToken(next.session.accountId, next.session.id);
  return { accessToken, refreshToken: next.successor };
}

async function follow(actor: Actor, token: string, tx: Tx) {
  const known = await refreshTokens.find(hashToken(token), tx);
  const session = known && (await sessions.find(known.sessionId, tx));
  if (!known || !session) return undefined;
  switch (judge(session, known.generation, new Date())) {
    case 'FIRST_USE':
      return succeed(actor, { session, token, generation: known.generation }, tx);
    case 'SAME_SUCCESSOR':
      return session.salt ? { session, successor: successorOf(token, session.salt) } : undefined;
    case 'THEFT':
      await endStolen(actor, session, tx);
      return undefined;
    case 'REFUSED':
      return undefined;
  }
}

async function succeed(
  actor: Actor,
  used: { session: Session; token: string; generation: number },
  tx: Tx,
) {
  const salt = newSalt();
  const successor = successorOf(used.token, salt);
  const expiresAt = new Date(Date.now() + familyLifeMs);
  const session = await sessions.move(
    used.session,
    {
      ...used.session,
      generation: used.generation,
      salt,
      ...seenFrom(actor),
      lastUsedAt: now(),
      expiresAt,
    },
    tx,
  );
  await rememberPlace(actor, session.accountId, tx);
  await refreshTokens.add(
    {
      id: hashToken(successor),
      version: 1,
      sessionId: session.id,
      generation: used.generation + 1,
      expiresAt,
    },
    tx,
  );
  return { session, successor };
}

async function endStolen(actor: Actor, session: Session, tx: Tx): Promise<void> {
  await endSession(session, 'TOKEN_THEFT', tx);
  const { accountId } = session;
  try {
    await quotas.take('stolenSessionMails', accountId, tx);
  } catch (error) {
    // Whoever steals from himself, to have mails sent, is not told of it any more; the session ends all the same.
    if (error instanceof DomainError && error.code === 'TOO_MANY_REQUESTS') return;
    throw error;
  }
  // Among the changes of the account's password it has its place, so that a later one settles its alert.
  const account = await accounts.get(accountId, tx);
  tellSecurity(account, { change: 'SESSION_STOLEN', accountId, by: actor }, tx);
}

function refused(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'This session has ended. Please log in again.');
}
