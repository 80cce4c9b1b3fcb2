/** Automatic renewal of a domain in custody from its owner's balance, for at most the fee that the owner has accepted. */

import { DomainError } from '@nameloan/contracts/errors';
import type { OrderFailure } from '@nameloan/contracts/order-failures';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import { platformAccountId } from '@nameloan/contracts/platform';
import { standardFee } from '../custody/fees.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { findOrderFailure } from '../find-order-failure.ts';
import { toDomainError } from '../registry.ts';
import { commit } from '../service-context.ts';
import { findSuffix } from '../suffix/suffixes.ts';
import { extendRegistration, isLater } from './extend-registration.ts';
import { fetchRenewalOffer, orderRenewal } from './order-renewal.ts';
import { processRenewal } from './process-renewal.ts';
import { renewOnHold } from './renew-on-hold.ts';

/** `reason`: why it failed, for the owner. IN_PROGRESS: the record will show the outcome. UNAVAILABLE: nothing was decided. */
export type AutoRenewalResult =
  | 'RENEWED'
  | 'IN_PROGRESS'
  | 'UNAVAILABLE'
  | { reason: OrderFailure | null };

export async function autoRenew(domain: Domain): Promise<AutoRenewalResult> {
  // The owner is transferring it out, and the transfer adds a year.
  if (domain.pendingTransfer !== 'NONE' && !domain.legalHold) return { reason: null };
  const { suffix } = domain;
  const row = findSuffix(suffix);
  // The suffix file has no price any more: the owner gets the warnings.
  if (!row) return { reason: toOrderFailure('UNSUPPORTED_TLD', { suffix }) };
  let ordered = false;
  let feeCents = 0;
  try {
    const offer = await fetchRenewalOffer(domain);
    if (domain.expiresAt && isLater(offer.fromExpiresAt, domain.expiresAt))
      return await recordExternalRenewal(domain, offer.fromExpiresAt);
    feeCents = offer.price.feeCents;
    const { accountId } = domain;
    if (domain.legalHold) return await renewOnHold(domain, offer);
    // The platform account has no balance; staff get the warnings and renew its domains at the registry.
    if (accountId === platformAccountId) return { reason: null };
    const standardCents = standardFee(row, 'RENEWAL');
    const holdId = await orderRenewal(domain, offer, {
      accountId,
      agreedCents: Math.max(domain.renewalAgreedCents ?? 0, standardCents),
      automatic: true,
      assertOrderable: (present) => assertUnchanged(present, domain),
    });
    ordered = true;
    await processRenewal(domain.id, holdId, 'CALLER');
    return 'RENEWED';
  } catch (caught) {
    const error = toDomainError(caught);
    if (!(error instanceof DomainError) || error.code === 'INTERNAL') throw error;
    if ((await domains.get(domain.id)).renewal) return 'IN_PROGRESS';
    // A hold is visible to the owner, so an attempt that held the fee is not repeated within the day.
    return error.code === 'UNAVAILABLE' && !ordered
      ? 'UNAVAILABLE'
      : { reason: toFailure(error, { feeCents, domain }) };
  }
}

/** The domain was renewed outside this service; records the new expiry. */
async function recordExternalRenewal(
  { id, expiresAt }: Domain,
  later: Date,
): Promise<AutoRenewalResult> {
  await commit(async (tx) => {
    const present = await domains.get(id, tx);
    if (!present.active || present.renewal) return;
    if (present.expiresAt?.getTime() !== expiresAt?.getTime()) return;
    await extendRegistration(present, { ...present, expiresAt: later }, { charge: null, tx });
  });
  return 'RENEWED';
}

/** The balance of a former owner must not pay for the domain. */
function assertUnchanged(present: Domain, domain: Domain): void {
  if (present.accountId === domain.accountId && present.active) return;
  throw new DomainError('UNAVAILABLE', 'This domain is changing right now.');
}

/** No new price is offered to the owner of an automatic renewal. */
function toFailure(error: DomainError, order: { feeCents: number; domain: Domain }): OrderFailure {
  return error.details.reason === 'PRICE_CHANGED'
    ? toOrderFailure('PRICE_NOT_ACCEPTED')
    : findOrderFailure(error, order);
}
