/** Computes many loans without keeping other requests waiting. */

import { setImmediate as yieldToOthers } from 'node:timers/promises';

/** Exact interest of a long loan takes about a millisecond. */
const itemsPerTurn = 5;

/** Others get their turn after every few items. */
export async function mapInTurns<T, R>(items: readonly T[], compute: (item: T) => R): Promise<R[]> {
  const results: R[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % itemsPerTurn === 0) await yieldToOthers();
    results.push(compute(item));
  }
  return results;
}
