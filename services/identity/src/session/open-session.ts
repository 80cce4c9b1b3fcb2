/** Opens a session after a password check, in the caller's transaction. */

import type { Actor } from '@nameloan/contracts/actor';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow, now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { Account } from '../account/account.ts';
import { readClient } from '../known-device/client.ts';
import { signAccessToken } from './access-token.ts';
import { endSession } from './end-sessions.ts';
import { hashToken, newToken } from './refresh-token.ts';
import { refreshTokens, sessions } from './session.model.ts';
import type { Session, StopLink } from './session.ts';
import { extendFamily, maxOpenSessions } from './session.ts';

export interface OpenedSession {
  accountId: string;
  sessionId: string;
  refreshToken: string;
}

/** Ends the least recently used session if the account is at its limit. With MFA, its code was checked too. */
export async function openSession(
  {
    id: accountId,
    mfa,
    stopLink = null,
  }: Pick<Account, 'id' | 'mfa'> & { stopLink?: StopLink | null },
  actor: Actor,
  tx: Tx,
): Promise<OpenedSession> {
  const refreshToken = newToken();
  const openedAt = new Date();
  const createdAt = now();
  const expiresAt = extendFamily({ openedAt, createdAt }, openedAt);
  const session: Session = {
    id: newId(),
    version: 1,
    accountId,
    status: 'OPEN',
    generation: 0,
    salt: null,
    firstUse: null,
    ...readClient(actor),
    createdAt,
    openedAt,
    passwordAt: accountNow(),
    passwordWithMfa: mfa !== null,
    stopLink,
    lastUsedAt: createdAt,
    expiresAt,
    endedAt: null,
    endReason: null,
  };
  await endOldestAtLimit(accountId, tx);
  await sessions.add(session, tx);
  await refreshTokens.add(
    { id: hashToken(refreshToken), version: 1, sessionId: session.id, generation: 1, expiresAt },
    tx,
  );
  return { accountId, sessionId: session.id, refreshToken };
}

async function endOldestAtLimit(accountId: string, tx: Tx): Promise<void> {
  const open = await sessions.findMany(
    { accountId, status: 'OPEN' },
    { sort: { lastUsedAt: 1, _id: 1 }, limit: maxOpenSessions, tx },
  );
  const [oldest] = open;
  if (oldest && open.length === maxOpenSessions) await endSession(oldest, 'LOGOUT', tx);
}

/** Access and refresh token of a new session. */
export async function issueTokens(opened: OpenedSession) {
  const token = await signAccessToken(opened.accountId, opened.sessionId);
  return { token, refreshToken: opened.refreshToken };
}
