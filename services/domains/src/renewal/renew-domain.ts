/** The owner, or the lender of a loan on it, renews a domain in custody by one year; asking twice at once renews once. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { now } from '@nameloan/service/clock.ts';
import { standardFee, validateMaxFee, withFreshQuote } from '../custody/fees.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { assertOwner, isLender } from '../domain/domain.ts';
import { assertAllowed } from '../domain/domain-actions.ts';
import { queuePerAccount } from '../registrar/per-account-queue.ts';
import { toDomainError, withCallerTimeout } from '../registry.ts';
import { commit, quotas } from '../service-context.ts';
import { requireSuffix } from '../suffix/suffixes.ts';
import { isLater } from './extend-registration.ts';
import { alreadyRenewed, fetchRenewalOffer, orderRenewal } from './order-renewal.ts';
import { processRenewal } from './process-renewal.ts';

/** What the payer was shown. */
interface DisplayedTerms {
  /** The price that they agree to; without one, the suffix's plain fee. */
  maxFee?: number | null;
  /** The end of the registration: whoever asks again, for the answer was lost, means the same year. */
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
  // Before the registry is asked: that costs, whatever it says.
  await commit((tx) => quotas.take('registryOrders', accountId, tx));
  const ask = () => fetchRenewalOffer(domain);
  const asked = await withCallerTimeout(queuePerAccount(accountId, ask)).catch((error: unknown) => {
    throw toDomainError(error);
  });
  const assertOrderable = (present: Domain) => assertMayRenew(present, accountId);
  const order = { accountId, agreedCents, automatic: false, assertOrderable };
  const holdId = await orderRenewal(domain, asked, order);
  return withCallerTimeout(processRenewal(id, holdId, 'CALLER')).catch(async (error: unknown) => {
    throw await withFreshQuote(error, async () => (await fetchRenewalOffer(domain)).price);
  });
}

/** NOT_FOUND for everybody whom the end of the registration does not concern. */
function assertMayRenew(domain: Domain | undefined, accountId: string): Domain {
  return domain?.active && isLender(domain, accountId) ? domain : assertOwner(domain, accountId);
}
