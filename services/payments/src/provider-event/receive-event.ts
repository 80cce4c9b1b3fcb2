/** Stores a verified provider event once and schedules the job that applies it. */

import { now } from '@nameloan/runtime/clock';
import { commitIdempotently } from '../ledger/commit-idempotently.ts';
import { providerEvents } from './provider-event.model.ts';
import type { SignedEvent } from './provider-event.ts';

/** Resolves once it is stored; a duplicate changes nothing. */
export function receiveEvent(event: SignedEvent): Promise<void> {
  return commitIdempotently(async (tx) => {
    if (await providerEvents.find(event.id, tx)) return;
    await providerEvents.add(
      { ...event, version: 1, state: 'RECEIVED', note: null, receivedAt: now(), settledAt: null },
      tx,
    );
    await tx.schedule({ kind: 'apply-provider-event', key: event.id });
  });
}
