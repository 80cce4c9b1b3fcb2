/** Job: stores an unanswered offer as expired and publishes it. */

import type { Job, JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { commit } from '../service-context.ts';
import { offers } from './offer.model.ts';
import type { Offer } from './offer.ts';
import { buildOfferDetails } from './offer.ts';
import { publishOfferSignal } from './publish-offer-signal.ts';

/** Runs at the offer's expiry. An answered offer is left alone; if the clock was set back, the job runs again later. */
export function expireOffer({ key }: Job): Promise<JobResult> {
  return commit<JobResult>(async (tx) => {
    const offer = await offers.find(key, tx);
    if (offer?.status !== 'PENDING') return;
    if (offer.expiresAt > now()) return { runAgainAt: offer.expiresAt };
    await writeExpired(offer, tx);
  });
}

export async function writeExpired(offer: Offer, tx: Tx): Promise<void> {
  const expiry = { status: 'EXPIRED', decidedAt: offer.expiresAt } as const;
  const expired = await offers.update(offer, { ...offer, ...expiry }, tx);
  publishOfferSignal(expired, tx);
  tx.emit('lending.offer.expired', expired, buildOfferDetails(expired));
}
