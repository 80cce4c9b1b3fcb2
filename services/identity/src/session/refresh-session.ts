/** Exchanges a refresh token for an access token and its successor; any other use of a used token ends the family. */

import type { Actor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow, now } from '@nameloan/runtime/clock';
import { accounts } from '../account/account.model.ts';
import { readClient } from '../known-device/client.ts';
import { emitSecurityChange } from '../security/emit-security-change.ts';
import { commit, quotas } from '../service-context.ts';
import { signAccessToken } from './access-token.ts';
import { endSession } from './end-sessions.ts';
import { recordDevice } from './record-device.ts';
import { deriveSuccessor, hashToken, isTokenFormat, newSalt } from './refresh-token.ts';
import { refreshTokens, sessions } from './session.model.ts';
import type { Session } from './session.ts';
import { classifyTokenUse, extendFamily } from './session.ts';

export interface RefreshedTokens {
  accessToken: string;
  refreshToken: string;
}

/** UNAUTHENTICATED for a token that is unknown, expired, revoked or stolen. */
export async function refreshSession(
  actor: Actor,
  refreshToken: string | null | undefined,
): Promise<RefreshedTokens> {
  if (!refreshToken) throw new DomainError('UNAUTHENTICATED', 'No refresh token available');
  if (!isTokenFormat(refreshToken)) throw sessionEnded();
  const next = await commit((tx) => exchangeToken(actor, refreshToken, tx));
  if (!next) throw sessionEnded();
  const accessToken = await signAccessToken(next.session.accountId, next.session.id);
  return { accessToken, refreshToken: next.successor };
}

async function exchangeToken(actor: Actor, token: string, tx: Tx) {
  const known = await refreshTokens.find(hashToken(token), tx);
  const session = known && (await sessions.find(known.sessionId, tx));
  if (!known || !session) return undefined;
  const { generation } = known;
  const wall = new Date();
  switch (
    classifyTokenUse(session, { generation, client: readClient(actor), wall, at: accountNow() })
  ) {
    case 'FIRST_USE':
      return issueSuccessor(actor, { session, token, generation, wall }, tx);
    case 'SAME_SUCCESSOR':
      return session.salt
        ? { session, successor: deriveSuccessor(token, session.salt) }
        : undefined;
    case 'THEFT':
      await endStolen(actor, session, tx);
      return undefined;
    case 'INVALID':
      return undefined;
  }
}

async function issueSuccessor(
  actor: Actor,
  used: { session: Session; token: string; generation: number; wall: Date },
  tx: Tx,
) {
  const salt = newSalt();
  const successor = deriveSuccessor(used.token, salt);
  const expiresAt = extendFamily(used.session, used.wall);
  const session = await sessions.update(
    used.session,
    {
      ...used.session,
      generation: used.generation,
      salt,
      firstUse: { generation: used.generation, at: accountNow() },
      ...readClient(actor),
      lastUsedAt: now(),
      expiresAt,
    },
    tx,
  );
  await recordDevice(actor, session.accountId, tx);
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
    // Limits mails that a user could trigger by reusing their own tokens; the session ends anyway.
    if (error instanceof DomainError && error.code === 'TOO_MANY_REQUESTS') return;
    throw error;
  }
  // Uses the account's version, so that a later password change settles its alert.
  const account = await accounts.get(accountId, tx);
  emitSecurityChange(account, { change: 'SESSION_STOLEN', accountId, by: actor }, tx);
}

function sessionEnded(): DomainError {
  return new DomainError('UNAUTHENTICATED', 'This session has ended. Log in again.');
}
