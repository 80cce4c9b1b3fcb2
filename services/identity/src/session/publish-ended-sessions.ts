/** Tells gateways that sessions have ended, and by its beat that nothing of this is lost on the way. */

import {
  endedSessionsTopic,
  formatEndedSessions,
  heartbeatMs,
} from '@nameloan/contracts/ended-sessions.ts';
import { newId } from '@nameloan/service/id.ts';
import { publishSignal, serviceContext } from '../service-context.ts';

let replica = '';
let count = 0;
let heartbeat: NodeJS.Timeout | undefined;

/** Where the bus cannot take it, the silence says enough. */
function publishCount(word: number | 'left' = count): void {
  try {
    publishSignal(endedSessionsTopic, formatEndedSessions({ replica, count: word }));
  } catch (error) {
    serviceContext.log.debug({ err: error }, 'gateways cannot be told of ended sessions');
  }
}

/** After each commit that has ended a session, or may have. */
export function publishEndedSession(): void {
  count++;
  publishCount();
}

export function startHeartbeat(): void {
  clearInterval(heartbeat);
  replica = newId();
  serviceContext.store.onUncertainCommit = publishEndedSession;
  heartbeat = setInterval(() => publishCount(), heartbeatMs).unref();
  publishCount();
}

/** A clean end: nobody listens for this replica any more. */
export function stopHeartbeat(): void {
  clearInterval(heartbeat);
  publishCount('left');
}
