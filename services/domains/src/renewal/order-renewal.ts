/** Orders a renewal by one year: fetches the price, checks it against the agreed fee and records the order. */

import type { OrderFailure } from '@nameloan/contracts/order-failures';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { Price } from '../custody/fees.ts';
import { assertWithinAgreedFee, fetchPrice } from '../custody/fees.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain, Renewal } from '../domain/domain.ts';
import { conflict } from '../domain/domain.ts';
import { assertAllowed } from '../domain/domain-actions.ts';
import { findLock } from '../registrar/explain-lock.ts';
import { registrarOf } from '../registrars.ts';
import { OrderError, readFromRegistry } from '../registry.ts';
import { commit } from '../service-context.ts';
import { requireSuffix } from '../suffix/suffixes.ts';

const recoveryMs = 60_000;

export interface RenewalOrder {
  /** Who pays. */
  accountId: string;
  /** Maximum fee in cents. */
  agreedCents: number;
  automatic: boolean;
  /** At the platform's expense, so that nothing is held. */
  platformPays?: boolean;
  /** Throws when the payer may not renew the domain in its current state. */
  assertOrderable: (domain: Domain) => void;
}

export interface RenewalOffer {
  price: Price;
  fromExpiresAt: Date;
}

/** The current price and expiry at the registry. */
export async function fetchRenewalOffer(domain: Domain): Promise<RenewalOffer> {
  const price = await fetchPrice(domain, requireSuffix(domain), 'RENEWAL');
  const record = await readFromRegistry(registrarOf(domain).info(domain.name));
  if (!record.ours || !record.expiresAt) throw notRenewable(toOrderFailure('NOT_OFFERED_NOW'));
  // Checked before a fee is held, because a lock would make every attempt fail.
  const locked = findLock('RENEWAL', record, now());
  if (locked) throw notRenewable(locked);
  return { price, fromExpiresAt: record.expiresAt };
}

const notRenewable = (failure: OrderFailure) =>
  new OrderError('CONFLICT', failure, { reason: 'REGISTRY_REJECTED' });

export const alreadyRenewed = () => conflict('ALREADY_DONE', 'This domain has just been renewed.');

/** Records the renewal and schedules the job that resumes it after a crash; resolves to the hold's id. */
export async function orderRenewal(
  { id, expiresAt }: Domain,
  { price, fromExpiresAt }: RenewalOffer,
  { accountId, agreedCents, automatic, platformPays = false, assertOrderable }: RenewalOrder,
): Promise<string> {
  assertWithinAgreedFee(agreedCents, price);
  const holdId = newId();
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    assertOrderable(domain);
    assertAllowed('RENEW', domain, now());
    // A concurrent order was faster; this one was not meant to add a second year.
    if (domain.expiresAt?.getTime() !== expiresAt?.getTime()) throw alreadyRenewed();
    const started: Renewal = {
      holdId,
      accountId,
      ...price,
      ...(platformPays ? { feeCents: 0, platformPays } : {}),
      automatic,
      fromExpiresAt,
      state: platformPays ? 'RENEWING' : 'HOLDING',
      startedAt: now(),
    };
    const at = new Date(now().getTime() + recoveryMs);
    await tx.schedule({ kind: 'renew', key: id, at, data: { holdId } });
    await domains.update(domain, { ...domain, renewal: started }, tx);
  });
  return holdId;
}
