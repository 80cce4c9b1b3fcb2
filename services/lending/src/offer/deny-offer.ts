/** Denies an offer as its borrower. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { now } from '@nameloan/runtime/clock';
import { commit } from '../service-context.ts';
import { offers } from './offer.model.ts';
import type { Offer } from './offer.ts';
import { answerOffer, buildOfferDetails } from './offer.ts';
import { publishOfferSignal } from './publish-offer-signal.ts';

export function denyOffer({ accountId }: AccountActor, offerId: string): Promise<Offer> {
  return commit(async (tx) => {
    const offer = await offers.get(offerId, tx);
    const deniedOffer = answerOffer(offer, 'DENIED', { accountId, now: now() });
    const after = await offers.update(offer, deniedOffer, tx);
    publishOfferSignal(after, tx);
    tx.emit('lending.offer.denied', after, { ...buildOfferDetails(after), reason: 'DENIED' });
    return after;
  });
}
