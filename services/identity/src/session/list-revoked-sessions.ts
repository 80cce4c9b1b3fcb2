/** The feed by which the gateway learns whose access tokens have ended before their time. */

import { sessions } from './session.model.ts';

/** Longer than an access token lives; what ended earlier has no live token left. */
const reachMs = 20 * 60_000;
/** Commits overtake each other: an ending dated earlier may have become visible later. */
const overlapMs = 60_000;

/** Sessions ended since then, oldest first, with a minute of overlap; at least the last 20 minutes without `since`. */
export async function listRevokedSessions(since?: Date) {
  const wall = Date.now();
  const asked = Math.min(since?.getTime() ?? 0, wall) - overlapMs;
  const from = new Date(Math.max(asked, wall - reachMs - overlapMs));
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
