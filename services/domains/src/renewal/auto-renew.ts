/** The platform renews a domain in custody from its owner's balance, for no more than the owner has agreed to before. */

import { DomainError } from '@nameloan/contracts/errors.ts';
import { platformAccountId } from '@nameloan/contracts/platform.ts';
import { standardFee } from '../custody/fees.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { toDomainError } from '../registry.ts';
import { commit } from '../service-context.ts';
import { requireSuffix } from '../suffix/suffixes.ts';
import { extendRegistration, isLater } from './extend-registration.ts';
import { fetchRenewalOffer, orderRenewal } from './order-renewal.ts';
import { processRenewal } from './process-renewal.ts';

/** `reason`: why not, for its owner. UNDER_WAY: its end shows in the record. SILENT: nobody could say anything. */
export type AutoRenewalResult = 'RENEWED' | 'UNDER_WAY' | 'SILENT' | { reason: string | null };

export async function autoRenew(domain: Domain): Promise<AutoRenewalResult> {
  // Its owner takes it away: the next registrar's transfer adds a year of its own.
  if (domain.pendingTransfer !== 'NONE') return { reason: null };
  let ordered = false;
  try {
    const asked = await fetchRenewalOffer(domain);
    if (domain.expiresAt && isLater(asked.fromExpiresAt, domain.expiresAt))
      return await recordExternalRenewal(domain, asked.fromExpiresAt);
    const { accountId } = domain;
    // The platform has no balance: its staff hear of the end and renew at the registry what it keeps.
    if (accountId === platformAccountId) return { reason: null };
    const plain = standardFee(requireSuffix(domain), 'RENEWAL');
    const holdId = await orderRenewal(domain, asked, {
      accountId,
      agreedCents: Math.max(domain.renewalAgreedCents ?? 0, plain),
      automatic: true,
      assertOrderable: (present) => assertUnchanged(present, domain),
    });
    ordered = true;
    await processRenewal(domain.id, holdId, 'CALLER');
    return 'RENEWED';
  } catch (caught) {
    const error = toDomainError(caught);
    if (!(error instanceof DomainError) || error.code === 'INTERNAL') throw error;
    if ((await domains.get(domain.id)).renewal) return 'UNDER_WAY';
    // A fee that was held and given back shows to its owner, so such a try is not repeated all day long.
    return error.code === 'UNAVAILABLE' && !ordered ? 'SILENT' : { reason: describeFailure(error) };
  }
}

/** Renewed without us; a look would have found it too. */
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

/** What the owner of one moment has in their balance is not for another's domain. */
function assertUnchanged(present: Domain, domain: Domain): void {
  if (present.accountId === domain.accountId && present.active) return;
  throw new DomainError('UNAVAILABLE', 'This domain is changing right now.');
}

/** Of a price, what to do; of a balance, the sentence that payments has for it. */
function describeFailure({ message, details }: DomainError): string {
  if (details.reason !== 'PRICE_CHANGED') return message;
  return 'The registry asks more for this name than you have agreed to before.';
}
