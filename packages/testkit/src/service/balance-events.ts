/** Emits and consumes balance events, for tests of the outbox. */

import type { Event } from '@nameloan/contracts/events';
import type { DeliveryResult, Stop } from '@nameloan/messaging/bus';
import type { LocalBus } from '@nameloan/messaging/local-bus';
import type { Store } from '@nameloan/persistence/store';

const subject = 'payments.balance.changed' as const;

/** Emits one event per amount about one record, all in one commit. */
export function emitBalances(
  store: Store,
  record: { id: string; version?: number },
  amounts: readonly number[],
): Promise<void> {
  const { id, version = 1 } = record;
  return store.commit(async (tx) => {
    for (const availableCents of amounts)
      tx.emit(subject, { id, version }, { accountId: id, availableCents });
  });
}

/** Passes each event to `handle`; acknowledges all by default. Resolves to the received amounts and a stop function. */
export async function consumeBalances(
  bus: LocalBus,
  handle: (event: Event<typeof subject>) => Promise<DeliveryResult> = async () => ({ done: true }),
): Promise<{ observed: number[]; stop: Stop }> {
  const observed: number[] = [];
  const stop = await bus.consume({
    name: 'reader',
    subjects: [subject],
    handle: (raw) => {
      const event = raw as Event<typeof subject>;
      observed.push(event.data.availableCents);
      return handle(event);
    },
  });
  return { observed, stop };
}
