/**
 * Renews a name on legal hold in any case, because its loss would be the platform's fault: from the owner's balance, and at
 * the platform's expense where that does not suffice, or where the end of the hold gives the name to another owner.
 */

import { DomainError } from '@nameloan/contracts/errors';
import { platformAccountId } from '@nameloan/contracts/platform';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import type { RenewalOffer } from './order-renewal.ts';
import { orderRenewal } from './order-renewal.ts';
import { processRenewal } from './process-renewal.ts';

/** Throws what an automatic renewal throws; the price needs no agreement of the owner. */
export async function renewOnHold(domain: Domain, offer: RenewalOffer): Promise<'RENEWED'> {
  // A borrower who has lost the name in a dispute has it only until the hold ends.
  const isLost = domain.deferredHandover?.kind === 'SEIZURE';
  if (domain.accountId !== platformAccountId && !isLost) {
    try {
      return await renew(domain, offer, false);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'BALANCE_TOO_LOW') throw error;
    }
  }
  return renew(await domains.get(domain.id), offer, true);
}

async function renew(
  domain: Domain,
  offer: RenewalOffer,
  platformPays: boolean,
): Promise<'RENEWED'> {
  const { accountId } = domain;
  const holdId = await orderRenewal(domain, offer, {
    accountId,
    agreedCents: offer.price.feeCents,
    automatic: true,
    platformPays,
    assertOrderable: (present) => {
      if (present.accountId === accountId && present.active) return;
      throw new DomainError('UNAVAILABLE', 'This domain is changing right now.');
    },
  });
  await processRenewal(domain.id, holdId, 'CALLER');
  return 'RENEWED';
}
