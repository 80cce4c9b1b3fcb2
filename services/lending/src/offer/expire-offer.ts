/** An offer that nobody answered in its time is written down as what it is, and both are told. */

import { now } from '@nameloan/service/clock.ts';
import type { Job, JobResult } from '@nameloan/service/store/jobs.ts';
import type { Tx } from '@nameloan/service/store/tx.ts';
import { commit } from '../service-context.ts';
import { offers } from './offer.model.ts';
import type { Offer } from './offer.ts';
import { offerDetails } from './offer.ts';
import { publishOfferSignal } from './publish-offer-signal.ts';

/** As a job at the end of its time. One that was answered stays as it is; a clock that was set back has it come again. */
export function expireOffer({ key }: Job): Promise<JobResult> {
  return commit<JobResult>(async (tx) => {
    const offer = await offers.find(key, tx);
    if (offer?.status !== 'PENDING') return;
    if (offer.expiresAt > now()) return { again: offer.expiresAt };
    await writeExpired(offer, tx);
  });
}

/** Ends an offer whose time is over. */
export async function writeExpired(offer: Offer, tx: Tx): Promise<void> {
  const ended = { status: 'EXPIRED', decidedAt: offer.expiresAt } as const;
  const expired = await offers.move(offer, { ...offer, ...ended }, tx);
  publishOfferSignal(expired, tx);
  tx.emit('lending.offer.expired', expired, offerDetails(expired));
}
