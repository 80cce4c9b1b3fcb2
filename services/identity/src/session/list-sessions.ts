/** Lists the caller's open sessions. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { sessions } from './session.model.ts';
import { isOpen, maxOpenSessions } from './session.ts';

/** Most recently used first; at most `maxOpenSessions`. */
export async function listSessions(actor: AccountActor) {
  const open = await sessions.findMany(
    { accountId: actor.accountId, status: 'OPEN', expiresAt: { $gt: new Date() } },
    { sort: { lastUsedAt: -1, _id: -1 }, limit: maxOpenSessions },
  );
  const wall = new Date();
  return open
    .filter((session) => isOpen(session, wall))
    .map((session) => ({ ...session, current: session.id === actor.sessionId }));
}
