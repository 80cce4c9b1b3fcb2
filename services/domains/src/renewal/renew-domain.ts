/** The owner, or the lender of a loan on it, renews a domain in custody by one year; asking twice at once renews once. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { now } from '@nameloan/service/clock.ts';
import { checkMaxFee, plainFee, withFreshQuote } from '../custody/fees.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { isLender, ownedBy } from '../domain/domain.ts';
import { assertMay } from '../domain/domain-actions.ts';
import { commit, quotas } from '../kit.ts';
import { inTurn } from '../registrar/in-turn.ts';
import { asDomainError, promptly } from '../registry.ts';
import { suffixOf } from '../suffix/suffixes.ts';
import { carryRenewal } from './carry-renewal.ts';
import { askRenewal, orderRenewal } from './order-renewal.ts';

/** `maxFeeCents`: the price that the payer saw and agrees to; without one, the suffix's plain fee. */
export async function renewDomain(
  { accountId }: AccountActor,
  id: string,
  maxFeeCents: number | null,
): Promise<Domain> {
  checkMaxFee(maxFeeCents);
  const domain = renewableBy(await domains.find(id), accountId);
  assertMay('RENEW', domain, now());
  const agreedCents = maxFeeCents ?? plainFee(suffixOf(domain), 'RENEWAL');
  // Before the registry is asked: that costs, whatever it says.
  await commit((tx) => quotas.take('registryOrders', accountId, tx));
  const ask = () => askRenewal(domain);
  const asked = await promptly(inTurn(accountId, ask)).catch((error: unknown) => {
    throw asDomainError(error);
  });
  const assertOrderable = (present: Domain) => renewableBy(present, accountId);
  const order = { accountId, agreedCents, automatic: false, assertOrderable };
  const holdId = await orderRenewal(domain, asked, order);
  return promptly(carryRenewal(id, holdId, 'CALLER')).catch(async (error: unknown) => {
    throw await withFreshQuote(error, async () => (await askRenewal(domain)).price);
  });
}

/** NOT_FOUND for everybody whom the end of the registration does not concern. */
function renewableBy(domain: Domain | undefined, accountId: string): Domain {
  return domain?.active && isLender(domain, accountId) ? domain : ownedBy(domain, accountId);
}
