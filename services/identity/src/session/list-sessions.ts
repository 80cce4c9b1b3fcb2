/** The caller's open sessions. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { sessions } from './session.model.ts';

const most = 100;

/** Newest use first, at most 100. */
export async function listSessions(actor: AccountActor) {
  const open = await sessions.findMany(
    { accountId: actor.accountId, status: 'OPEN', expiresAt: { $gt: new Date() } },
    { sort: { lastUsedAt: -1, _id: -1 }, limit: most },
  );
  return open.map((session) => ({ ...session, current: session.id === actor.sessionId }));
}
