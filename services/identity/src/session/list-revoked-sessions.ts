/** Feed of revoked sessions, so that gateways reject their access tokens. */

import { sessions } from './session.model.ts';

/** Longer than an access token's lifetime; sessions that ended earlier have no valid token. */
const reachMs = 20 * 60_000;
/** Commits can become visible out of order. */
const overlapMs = 60_000;

/** Sessions that ended since then, oldest first, with a minute of overlap; without `since` the last 20 minutes. */
export async function listRevokedSessions(since?: Date) {
  const wall = Date.now();
  const requested = Math.min(since?.getTime() ?? 0, wall) - overlapMs;
  const from = new Date(Math.max(requested, wall - reachMs - overlapMs));
  const ended = await sessions.findProjected({ endedAt: { $gte: from } }, ['endedAt'], {
    sort: { endedAt: 1 },
  });
  return {
    now: new Date(wall).toISOString(),
    sessions: ended.flatMap(({ id, endedAt }) =>
      endedAt ? [{ sessionId: id, revokedAt: endedAt.toISOString() }] : [],
    ),
  };
}
