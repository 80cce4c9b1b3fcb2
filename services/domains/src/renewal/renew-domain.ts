/** The owner renews a domain in custody by one year from the balance; asking twice at once renews once. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { now } from '@nameloan/service/clock.ts';
import { newId } from '@nameloan/service/id.ts';
import type { Price } from '../custody/fees.ts';
import { pricesOf } from '../custody/fees.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { conflict, inCustody, ownedBy } from '../domain/domain.ts';
import { commit, quotas } from '../kit.ts';
import { asDomainError, promptly, registry } from '../registry.ts';
import { findSuffix } from '../suffix/suffixes.ts';
import { carryRenewal } from './carry-renewal.ts';

const recoveryMs = 60_000;

export async function renewDomain(actor: AccountActor, id: string): Promise<Domain> {
  const owned = ownedBy(await domains.find(id), actor.accountId);
  assertRenewable(owned);
  // Before the registry is asked: that costs, whatever it says.
  await commit((tx) => quotas.take('registryOrders', actor.accountId, tx));
  const { price, fromExpiresAt } = await promptly(quote(owned)).catch((error: unknown) => {
    throw asDomainError(error);
  });
  const holdId = newId();
  await commit(async (tx) => {
    const domain = ownedBy(await domains.find(id, tx), actor.accountId);
    assertRenewable(domain);
    // The other of two clicks has been faster: this one was not meant for a second year.
    if (domain.expiresAt?.getTime() !== owned.expiresAt?.getTime())
      throw conflict('ALREADY_DONE', 'This domain has been renewed just now.');
    const renewal = {
      holdId,
      accountId: domain.accountId,
      ...price,
      fromExpiresAt,
      state: 'HOLDING' as const,
      startedAt: now(),
    };
    const at = new Date(now().getTime() + recoveryMs);
    await tx.schedule({ kind: 'renew', key: id, at, data: { holdId } });
    await domains.move(domain, { ...domain, renewal }, tx);
  });
  return promptly(carryRenewal(id, holdId, 'CALLER')).catch((error: unknown) => {
    throw asDomainError(error);
  });
}

function assertRenewable(domain: Domain): void {
  if (!inCustody(domain))
    throw conflict('NOT_IN_CUSTODY', 'Only a domain that is with us can be renewed here.');
  if (domain.renewal) throw conflict('BUSY', 'A renewal of this domain is under way already.');
  if (domain.pendingTransfer !== 'NONE')
    throw conflict('TRANSFER_PENDING', 'A transfer of this domain is under way.');
}

/** The price, and the expiry that the renewal starts from, as the registry has it. */
async function quote(domain: Domain): Promise<{ price: Price; fromExpiresAt: Date }> {
  const row = findSuffix(domain.suffix);
  if (!row) throw conflict('SUFFIX_NOT_HELD', `We cannot renew names under .${domain.suffix}.`);
  const { renewal } = await pricesOf(domain.name, row);
  const there = await registry().info(domain.name);
  if (there.sponsor !== registry().clientId || !there.expiresAt)
    throw conflict('REGISTRY_REFUSED', 'The registry does not let us renew this domain now.');
  return { price: renewal, fromExpiresAt: there.expiresAt };
}
