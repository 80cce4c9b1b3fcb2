/** Tells gateways that sessions have ended, and by its beat that nothing of this is lost on the way. */

import { beatMs, endedSessionsTopic, writeEnded } from '@nameloan/contracts/ended-sessions.ts';
import { newId } from '@nameloan/service/id.ts';
import { announce, kit } from '../kit.ts';

let replica = '';
let count = 0;
let beat: NodeJS.Timeout | undefined;

/** Where the bus cannot take it, the silence says enough. */
function say(word: number | 'left' = count): void {
  try {
    announce(endedSessionsTopic, writeEnded({ replica, count: word }));
  } catch (error) {
    kit.log.debug({ err: error }, 'gateways cannot be told of ended sessions');
  }
}

/** After each commit that has ended a session, or may have. */
export function tellEndings(): void {
  count++;
  say();
}

export function startBeat(): void {
  clearInterval(beat);
  replica = newId();
  kit.store.onUnclear = tellEndings;
  beat = setInterval(() => say(), beatMs).unref();
  say();
}

/** A clean end: nobody listens for this replica any more. */
export function endBeat(): void {
  clearInterval(beat);
  say('left');
}
