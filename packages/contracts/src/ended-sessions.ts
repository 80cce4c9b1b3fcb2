/**
 * Signals of ended sessions for gateways. Each replica of identity sends its number of commits that ended sessions,
 * after each such commit and every second, so that a gateway also detects a lost signal.
 */

import type { ChangeSignal } from './topics.ts';

export const endedSessionsTopic = 'ended-sessions';
/** Interval of the signals. */
export const heartbeatMs = 1_000;

export interface EndedSessions {
  replica: string;
  /** `left`: the replica stops and sends no more. */
  count: number | 'left';
}

export function formatEndedSessions({ replica, count }: EndedSessions): ChangeSignal {
  return { what: 'changed', id: `${replica} ${count}` };
}

/** Undefined for other signals, such as `missed`. */
export function parseEndedSessions({ what, id = '' }: ChangeSignal): EndedSessions | undefined {
  const [replica, count] = id.split(' ');
  if (what !== 'changed' || !replica || count === undefined) return undefined;
  if (count === 'left') return { replica, count };
  return /^\d+$/.test(count) ? { replica, count: Number(count) } : undefined;
}
