/** Ends the session of a refresh token; ignores invalid tokens. */

import type { Tx } from '@nameloan/persistence/tx';
import { commit } from '../service-context.ts';
import { endSession } from './end-sessions.ts';
import { hashToken, isTokenFormat } from './refresh-token.ts';
import { refreshTokens, sessions } from './session.model.ts';
import { isOpen } from './session.ts';

export async function logOut(refreshToken: string): Promise<boolean> {
  if (!isTokenFormat(refreshToken)) return true;
  return commit(async (tx: Tx) => {
    const known = await refreshTokens.find(hashToken(refreshToken), tx);
    const session = known && (await sessions.find(known.sessionId, tx));
    if (session && isOpen(session, new Date())) await endSession(session, 'LOGOUT', tx);
    return true;
  });
}
