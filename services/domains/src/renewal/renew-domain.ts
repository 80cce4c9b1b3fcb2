/** The owner renews a domain in custody by one year from the balance; asking twice at once renews once. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { now } from '@nameloan/service/clock.ts';
import { newId } from '@nameloan/service/id.ts';
import type { Job, JobResult } from '@nameloan/service/store/jobs.ts';
import { feesOf } from '../custody/fees.ts';
import { announceArrival, isLongEnough } from '../custody/secure-arrival.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { about, conflict, inCustody, loanOf, ownedBy } from '../domain/domain.ts';
import { ask, commit } from '../domains.ts';
import { asDomainError, isUnsettled, registry } from '../registry.ts';
import { findSuffix } from '../suffix/suffixes.ts';

const recoveryMs = 60_000;
const day = 86_400_000;

export async function renewDomain(actor: AccountActor, id: string): Promise<Domain> {
  const owned = ownedBy(await domains.find(id), actor.accountId);
  assertRenewable(owned);
  const row = findSuffix(owned.suffix);
  if (!row) throw conflict(`We cannot renew names under .${owned.suffix}.`);
  const fees = await feesOf(owned.name, row).catch((error: unknown) => {
    throw asDomainError(error);
  });
  const holdId = newId();
  await commit(async (tx) => {
    const domain = ownedBy(await domains.find(id, tx), actor.accountId);
    const fromExpiresAt = assertRenewable(domain);
    const renewal = {
      holdId,
      feeCents: fees.renewalCents,
      fromExpiresAt,
      state: 'HOLDING' as const,
      startedAt: now(),
    };
    const at = new Date(now().getTime() + recoveryMs);
    await tx.schedule({ kind: 'renew', key: id, at, data: { holdId } });
    await domains.move(domain, { ...domain, renewal }, tx);
  });
  return carryOn(id, holdId);
}

function assertRenewable(domain: Domain): Date {
  if (!inCustody(domain) || !domain.expiresAt)
    throw conflict('Only a domain that is with us can be renewed here.');
  if (domain.renewal) throw conflict('A renewal of this domain is under way already.');
  if (domain.pendingTransfer !== 'NONE') throw conflict('A transfer of this domain is under way.');
  return domain.expiresAt;
}

/** The job behind a renewal: carries on after a crash or a registry that did not answer. */
export async function continueRenewal(job: Job): Promise<JobResult> {
  try {
    await carryOn(job.key, String(job.data.holdId));
  } catch (error) {
    if (error instanceof DomainError && error.code !== 'UNAVAILABLE') return;
    throw error;
  }
}

async function carryOn(id: string, holdId: string): Promise<Domain> {
  const domain = await domains.get(id);
  const { renewal } = domain;
  if (renewal?.holdId !== holdId) return domain;
  if (renewal.state === 'HOLDING') {
    try {
      const { accountId, name } = domain;
      await ask('payments.hold', {
        holdId,
        accountId,
        amountCents: renewal.feeCents,
        kind: 'RENEWAL_FEE',
        reference: name,
      });
    } catch (error) {
      await end(id, holdId, undefined);
      throw error;
    }
    await commit(async (tx) => {
      const present = await domains.get(id, tx);
      if (present.renewal?.holdId !== holdId || present.renewal.state !== 'HOLDING') return;
      await domains.move(
        present,
        { ...present, renewal: { ...present.renewal, state: 'RENEWING' } },
        tx,
      );
    });
  }
  try {
    return await end(id, holdId, await renewThere(domain.name, renewal.fromExpiresAt));
  } catch (error) {
    if (!isUnsettled(error)) await end(id, holdId, undefined);
    throw asDomainError(error);
  }
}

/** Looks first: an expiry later than the one we started from means that an earlier answer was lost. */
async function renewThere(name: string, from: Date): Promise<Date> {
  const there = await registry().info(name);
  if (there.expiresAt && there.expiresAt.getTime() > from.getTime() + day) return there.expiresAt;
  const { expiresAt } = await registry().renew(name, there.expiresAt ?? from, 1);
  return expiresAt ?? new Date(from.getTime() + 365 * day);
}

/** Ends the renewal: with a new expiry the fee is charged, without one it goes back. */
function end(id: string, holdId: string, expiresAt: Date | undefined): Promise<Domain> {
  return commit(async (tx) => {
    const present = await domains.get(id, tx);
    if (present.renewal?.holdId !== holdId) return present;
    await tx.unschedule('renew', id);
    const kind = expiresAt ? 'capture-hold' : 'release-hold';
    await tx.schedule({ kind, key: holdId });
    if (!expiresAt) return domains.move(present, { ...present, renewal: null }, tx);
    const waited = present.reservation?.waitsForRenewal ?? false;
    const fresh = { ...present, renewal: null, expiresAt };
    const nowLong = waited && isLongEnough(fresh);
    const reservation =
      present.reservation && nowLong
        ? { ...present.reservation, waitsForRenewal: false }
        : present.reservation;
    const renewed = await domains.move(present, { ...fresh, reservation }, tx);
    tx.emit('domains.domain.renewed', renewed, {
      ...about(renewed),
      ...loanOf(renewed),
      expiresAt: expiresAt.toISOString(),
    });
    if (nowLong) await announceArrival(renewed, tx);
    return renewed;
  });
}
