/** Tells both who see an offer, live, that it was made or that its status changed. */

import { accountTopic } from '@nameloan/contracts/topics.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { publishSignal } from '../service-context.ts';
import type { Offer } from './offer.ts';

/** Once the commit is done; the signal says only which offer. */
export function publishOfferSignal({ id, borrowerId, lenderId }: Offer, tx: Tx): void {
  for (const accountId of [borrowerId, lenderId]) {
    tx.afterCommit(() => publishSignal(accountTopic(accountId), { what: 'offer', id }));
  }
}
