/**
 * One person's questions to the registry wait for each other: its line takes one command at a time and so many that
 * wait, and whoever asks two hundred things at once must not have all of those places.
 */

const tails = new Map<string, Promise<void>>();

/** Asks once all that this account has asked before is answered, whatever became of it. */
export function queuePerAccount<R>(accountId: string, ask: () => Promise<R>): Promise<R> {
  const answer = (tails.get(accountId) ?? Promise.resolve()).then(ask);
  const tail = answer.then(
    () => undefined,
    () => undefined,
  );
  tails.set(accountId, tail);
  void tail.then(() => {
    if (tails.get(accountId) === tail) tails.delete(accountId);
  });
  return answer;
}
