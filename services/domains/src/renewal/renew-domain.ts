/** Renews a domain in custody by one year for its owner or the lender of a loan on it; concurrent orders renew once. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { now } from '@nameloan/runtime/clock';
import { standardFee, validateMaxFee, withFreshQuote } from '../custody/fees.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { assertOwner, isLender } from '../domain/domain.ts';
import { assertAllowed } from '../domain/domain-actions.ts';
import { queuePerAccount } from '../registrar/per-account-queue.ts';
import { registrarOf } from '../registrars.ts';
import { toDomainError, withCallerTimeout } from '../registry.ts';
import { commit, quotas } from '../service-context.ts';
import { requireSuffix } from '../suffix/suffixes.ts';
import { isLater } from './extend-registration.ts';
import { alreadyRenewed, fetchRenewalOffer, orderRenewal } from './order-renewal.ts';
import { processRenewal } from './process-renewal.ts';

/** The terms that the payer saw. */
interface DisplayedTerms {
  /** The accepted price; default: the suffix's standard fee. */
  maxFee?: number | null;
  /** The expiry, so that a retry after a lost response does not add another year. */
  expiresAt?: Date | null;
}

export async function renewDomain(
  { accountId }: AccountActor,
  id: string,
  { maxFee: maxFeeCents = null, expiresAt }: DisplayedTerms,
): Promise<Domain> {
  validateMaxFee(maxFeeCents);
  const domain = assertMayRenew(await domains.find(id), accountId);
  if (expiresAt && isLater(domain.expiresAt ?? undefined, expiresAt)) throw alreadyRenewed();
  assertAllowed('RENEW', domain, now());
  const agreedCents = maxFeeCents ?? standardFee(requireSuffix(domain), 'RENEWAL');
  // Counted before the request, because requests to the registry cost money whatever the response.
  await commit((tx) => quotas.take('registryOrders', accountId, tx));
  const fetchOffer = () => fetchRenewalOffer(domain);
  const offer = await withCallerTimeout(
    queuePerAccount(registrarOf(domain), accountId, fetchOffer),
  ).catch((error: unknown) => {
    throw toDomainError(error);
  });
  const assertOrderable = (present: Domain) => assertMayRenew(present, accountId);
  const order = { accountId, agreedCents, automatic: false, assertOrderable };
  const holdId = await orderRenewal(domain, offer, order);
  return withCallerTimeout(processRenewal(id, holdId, 'CALLER')).catch(async (error: unknown) => {
    throw await withFreshQuote(error, async () => (await fetchRenewalOffer(domain)).price);
  });
}

/** Throws NOT_FOUND for accounts other than the owner and the lender. */
function assertMayRenew(domain: Domain | undefined, accountId: string): Domain {
  return domain?.active && isLender(domain, accountId) ? domain : assertOwner(domain, accountId);
}
