/** Whether a message has payment details. A message never changes, so each is searched once per process. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { hasPaymentDetails } from './detect-payment-details.ts';

const maxStored = 20_000;
/** Shorter texts are searched at once. */
const shortLength = 200;

const found = new Map<string, boolean>();
let last: Promise<unknown> = Promise.resolve();

export async function readWarning(id: string, text: string): Promise<boolean> {
  const stored = found.get(id);
  if (stored !== undefined) return stored;
  if (text.length <= shortLength) return store(id, hasPaymentDetails(text));
  // One long text per turn of the event loop, however many a page has.
  const search = last.then(async () => {
    await nextTurn();
    return store(id, hasPaymentDetails(text));
  });
  last = search;
  return search;
}

function store(id: string, result: boolean): boolean {
  if (found.size >= maxStored) found.clear();
  found.set(id, result);
  return result;
}
