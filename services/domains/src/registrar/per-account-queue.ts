/**
 * Serialises an account's calls at one registrar. A connection runs one command at a time with a bounded queue, and one
 * account's concurrent requests must not fill it.
 */

import type { Registrar } from './registrar.ts';

const tails = new Map<string, Promise<void>>();

/** Runs a call after all earlier calls of this account there have settled. */
export function queuePerAccount<R>(
  registrar: Pick<Registrar, 'id'>,
  accountId: string,
  call: () => Promise<R>,
): Promise<R> {
  const key = `${registrar.id} ${accountId}`;
  const result = (tails.get(key) ?? Promise.resolve()).then(call);
  const tail = result.then(
    () => undefined,
    () => undefined,
  );
  tails.set(key, tail);
  void tail.then(() => {
    if (tails.get(key) === tail) tails.delete(key);
  });
  return result;
}
