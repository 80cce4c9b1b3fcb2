/** Publishes a change signal to both parties of an offer when it is made or its status changes. */

import { accountTopic } from '@nameloan/contracts/topics';
import type { Tx } from '@nameloan/persistence/tx';
import { publishSignal } from '../service-context.ts';
import type { Offer } from './offer.ts';

/** After the commit; the signal carries only the offer's id. */
export function publishOfferSignal({ id, borrowerId, lenderId }: Offer, tx: Tx): void {
  for (const accountId of [borrowerId, lenderId]) {
    tx.afterCommit(() => publishSignal(accountTopic(accountId), { what: 'offer', id }));
  }
}
