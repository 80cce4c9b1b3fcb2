/**
 * Serialises registry calls per account. The connection runs one command at a time with a bounded queue, and one
 * account's concurrent requests must not fill it.
 */

const tails = new Map<string, Promise<void>>();

/** Runs a call after all earlier calls of this account have settled. */
export function queuePerAccount<R>(accountId: string, call: () => Promise<R>): Promise<R> {
  const result = (tails.get(accountId) ?? Promise.resolve()).then(call);
  const tail = result.then(
    () => undefined,
    () => undefined,
  );
  tails.set(accountId, tail);
  void tail.then(() => {
    if (tails.get(accountId) === tail) tails.delete(accountId);
  });
  return result;
}
