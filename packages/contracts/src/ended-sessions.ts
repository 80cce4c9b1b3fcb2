/**
 * How gateways learn at once that a session has ended, and that they may have missed it: each replica of identity says
 * every second, and after each such commit, how many commits of its own have ended sessions.
 */

import type { ChangeSignal } from './topics.ts';

export const endedSessionsTopic = 'ended-sessions';
/** Between two words of a replica that lives. */
export const heartbeatMs = 1_000;

export interface EndedSessions {
  replica: string;
  /** `left`: it stops, and its silence means nothing. */
  count: number | 'left';
}

export function formatEndedSessions({ replica, count }: EndedSessions): ChangeSignal {
  return { what: 'changed', id: `${replica} ${count}` };
}

/** Undefined where it is none, as `missed` is. */
export function parseEndedSessions({ what, id = '' }: ChangeSignal): EndedSessions | undefined {
  const [replica, count] = id.split(' ');
  if (what !== 'changed' || !replica || count === undefined) return undefined;
  if (count === 'left') return { replica, count };
  return /^\d+$/.test(count) ? { replica, count: Number(count) } : undefined;
}
