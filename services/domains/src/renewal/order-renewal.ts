/** Orders one more year at somebody's cost: the price is asked for, checked against what was agreed, then carried. */

import { now } from '@nameloan/service/clock.ts';
import { newId } from '@nameloan/service/id.ts';
import type { Price } from '../custody/fees.ts';
import { assertWithinAgreedFee, fetchPrice } from '../custody/fees.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain, Renewal } from '../domain/domain.ts';
import { conflict } from '../domain/domain.ts';
import { assertAllowed } from '../domain/domain-actions.ts';
import { describeLock } from '../registrar/explain-lock.ts';
import { readFromRegistry, registry } from '../registry.ts';
import { commit } from '../service-context.ts';
import { requireSuffix } from '../suffix/suffixes.ts';

const recoveryMs = 60_000;

export interface RenewalOrder {
  /** Who pays. */
  accountId: string;
  /** The most that is taken, in cents. */
  agreedCents: number;
  automatic: boolean;
  /** Throws where the payer may not order it for the domain as it is by now. */
  assertOrderable: (domain: Domain) => void;
}

/** The price, and the expiry that the renewal starts from, as the registry has it. */
export async function fetchRenewalOffer(
  domain: Domain,
): Promise<{ price: Price; fromExpiresAt: Date }> {
  const price = await fetchPrice(domain.name, requireSuffix(domain), 'RENEWAL');
  const there = await readFromRegistry(registry().info(domain.name));
  if (there.sponsor !== registry().clientId || !there.expiresAt)
    throw conflict('REGISTRY_REJECTED', 'The registry does not let us renew this domain now.');
  // Seen before any fee is held: what is locked today will be locked at tomorrow's try too.
  const locked = describeLock('RENEWAL', there, now());
  if (locked) throw conflict('REGISTRY_REJECTED', locked);
  return { price, fromExpiresAt: there.expiresAt };
}

export const alreadyRenewed = () =>
  conflict('ALREADY_DONE', 'This domain has been renewed just now.');

/** Writes the renewal down, with the job that carries it on after a crash; resolves to its hold. */
export async function orderRenewal(
  { id, expiresAt }: Domain,
  { price, fromExpiresAt }: { price: Price; fromExpiresAt: Date },
  { accountId, agreedCents, automatic, assertOrderable }: RenewalOrder,
): Promise<string> {
  assertWithinAgreedFee(agreedCents, price);
  const holdId = newId();
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    assertOrderable(domain);
    assertAllowed('RENEW', domain, now());
    // The other of two clicks has been faster: this one was not meant for a second year.
    if (domain.expiresAt?.getTime() !== expiresAt?.getTime()) throw alreadyRenewed();
    const begun: Renewal = {
      holdId,
      accountId,
      ...price,
      automatic,
      fromExpiresAt,
      state: 'HOLDING',
      startedAt: now(),
    };
    const at = new Date(now().getTime() + recoveryMs);
    await tx.schedule({ kind: 'renew', key: id, at, data: { holdId } });
    await domains.update(domain, { ...domain, renewal: begun }, tx);
  });
  return holdId;
}
