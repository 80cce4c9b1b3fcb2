/** One kind of fact, for tests of how facts leave a store: said in a commit, and heard by a reader of its own. */

import type { Event } from '@nameloan/contracts/events.ts';
import type { DeliveryResult, Stop } from '../bus/bus.ts';
import type { LocalBus } from '../bus/local-bus.ts';
import type { Store } from '../store/store.ts';

const subject = 'payments.balance.changed' as const;

/** Says facts with these amounts about one record, all in one commit. */
export function tellBalances(
  store: Store,
  about: { id: string; version?: number },
  amounts: readonly number[],
): Promise<void> {
  const { id, version = 1 } = about;
  return store.commit(async (tx) => {
    for (const availableCents of amounts)
      tx.emit(subject, { id, version }, { accountId: id, availableCents });
  });
}

/** Hands each fact to `handle`; without one all are taken. Resolves to the amounts that came, and what stops the reader. */
export async function hearBalances(
  bus: LocalBus,
  handle: (event: Event<typeof subject>) => Promise<DeliveryResult> = async () => ({ done: true }),
): Promise<{ seen: number[]; stop: Stop }> {
  const seen: number[] = [];
  const stop = await bus.consume({
    name: 'reader',
    subjects: [subject],
    handle: (raw) => {
      const event = raw as Event<typeof subject>;
      seen.push(event.data.availableCents);
      return handle(event);
    },
  });
  return { seen, stop };
}
