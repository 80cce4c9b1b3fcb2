/** Rescinds an offer as its lender. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { now } from '@nameloan/runtime/clock';
import { commit } from '../service-context.ts';
import { offers } from './offer.model.ts';
import type { Offer } from './offer.ts';
import { answerOffer, buildOfferDetails } from './offer.ts';
import { publishOfferSignal } from './publish-offer-signal.ts';

export function rescindOffer({ accountId }: AccountActor, offerId: string): Promise<Offer> {
  return commit(async (tx) => {
    const offer = await offers.get(offerId, tx);
    const rescinded = answerOffer(offer, 'RESCINDED', { accountId, now: now() });
    const after = await offers.update(offer, rescinded, tx);
    publishOfferSignal(after, tx);
    tx.emit('lending.offer.rescinded', after, buildOfferDetails(after));
    return after;
  });
}
