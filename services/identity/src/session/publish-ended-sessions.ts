/** Signals ended sessions to the gateways, with a heartbeat that reveals lost signals. */

import {
  endedSessionsTopic,
  formatEndedSessions,
  heartbeatMs,
} from '@nameloan/contracts/ended-sessions';
import { newId } from '@nameloan/runtime/id';
import { publishSignal, serviceContext } from '../service-context.ts';

let replica = '';
let count = 0;
let heartbeat: NodeJS.Timeout | undefined;

/** Errors are ignored, because gateways notice a missing heartbeat. */
function publishCount(value: number | 'left' = count): void {
  try {
    publishSignal(endedSessionsTopic, formatEndedSessions({ replica, count: value }));
  } catch (error) {
    serviceContext.log.debug({ err: error }, 'heartbeat of ended sessions could not be published');
  }
}

/** Called after each commit that ended a session, or whose outcome is unknown. */
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

/** Signals a clean stop, so that gateways stop expecting this replica. */
export function stopHeartbeat(): void {
  clearInterval(heartbeat);
  publishCount('left');
}
