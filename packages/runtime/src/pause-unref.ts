/** A pause that does not keep the process alive. */

import { setTimeout as pause } from 'node:timers/promises';

export function pauseUnref(ms: number): Promise<void> {
  return pause(ms, undefined, { ref: false });
}
