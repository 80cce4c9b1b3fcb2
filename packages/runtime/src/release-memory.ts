/** Loading the product leaves garbage that an idle process would keep for long; one full collection gives it back. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export function releaseMemory(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  // The last resort also takes the young generation back to its smallest.
  if (typeof collect === 'function')
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
