/** Continues a started renewal from any state to its end, where the fee is captured or released. */

import type { OrderFailure } from '@nameloan/contracts/order-failures';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import type { Job, JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../domain/domain.model.ts';
import type { Domain, Renewal } from '../domain/domain.ts';
import { domainRef, loanRef } from '../domain/domain.ts';
import { findOrderFailure } from '../find-order-failure.ts';
import { withLockExplanation } from '../registrar/explain-lock.ts';
import type { Registrar } from '../registrar/registrar.ts';
import { EppRejectedError, EppUnavailableError } from '../registrar/registrar-errors.ts';
import { registrarOf } from '../registrars.ts';
import { findRejection, isFinalRejection, readFromRegistry, toDomainError } from '../registry.ts';
import { commit, request } from '../service-context.ts';
import { findRenewalWait, runClaimed } from './claim-renewal.ts';
import { extendRegistration, isLater } from './extend-registration.ts';

const day = 86_400_000;
const maxDenialMs = 3 * day;

/** Job that resumes a renewal after a crash or when the registry did not respond. */
export async function resumeRenewal(job: Job): Promise<JobResult> {
  try {
    await processRenewal(job.key, String(job.data.holdId), 'JOB');
  } catch (error) {
    if (isFinalRejection(error)) return;
    const runAgainAt = await findRenewalWait({ id: job.key, holdId: String(job.data.holdId) });
    if (runAgainAt) return { runAgainAt };
    throw error;
  }
}

/** Safe to repeat at any point and to run concurrently. Throws rejections, and UNAVAILABLE while it continues. */
export async function processRenewal(
  id: string,
  holdId: string,
  processedBy: 'CALLER' | 'JOB',
): Promise<Domain> {
  const domain = await domains.get(id);
  const { renewal } = domain;
  if (renewal?.holdId !== holdId) return domain;
  if (renewal.state === 'HOLDING') {
    try {
      // A concurrent run ended the renewal while the fee was being held; the release job returns the fee.
      if (!(await holdFee(domain))) return domains.get(id);
    } catch (error) {
      // A caller who gets an error must not find a partial renewal; the job retries while payments is unavailable.
      const reason = isFinalRejection(error)
        ? findOrderFailure(error, { feeCents: renewal.feeCents, domain })
        : undefined;
      if (processedBy === 'CALLER')
        await endRenewal(id, holdId, { failedAt: 'HOLDING', reason: undefined });
      else if (reason) await endRenewal(id, holdId, { failedAt: 'HOLDING', reason });
      throw error;
    }
  }
  let expiresAt: Date;
  try {
    expiresAt = await renewAtRegistry(registrarOf(domain), domain, renewal);
  } catch (error) {
    const reason = findRejection(error) ?? findDenial(renewal, error);
    if (reason) await endRenewal(id, holdId, { failedAt: 'RENEWING', reason });
    throw toDomainError(error);
  }
  return endRenewal(id, holdId, { expiresAt });
}

/** The account has had no access for days: the fee is not kept any longer, and a late expiry is found by the checks. */
function findDenial({ startedAt }: Renewal, error: unknown): OrderFailure | undefined {
  const isDenied = error instanceof EppUnavailableError && error.code === 'LOGIN_REJECTED';
  if (!isDenied || now().getTime() - startedAt.getTime() < maxDenialMs) return undefined;
  return toOrderFailure('REGISTRY_UNAVAILABLE');
}

/** False: the renewal has already ended. */
async function holdFee({ id, name, renewal }: Domain): Promise<boolean> {
  if (!renewal) return false;
  const { holdId, accountId, feeCents } = renewal;
  await request('payments.hold', {
    holdId,
    accountId,
    amountCents: feeCents,
    kind: 'RENEWAL_FEE',
    reference: name,
  });
  return commit(async (tx) => {
    const present = await domains.get(id, tx);
    if (present.renewal?.holdId !== holdId) return false;
    if (present.renewal.state !== 'HOLDING') return true;
    const renewing = { ...present.renewal, state: 'RENEWING' as const };
    await domains.update(present, { ...present, renewal: renewing }, tx);
    return true;
  });
}

/** Checks before the order and after a rejection: an expiry later than `from` means that a concurrent run renewed. */
async function renewAtRegistry(
  registrar: Registrar,
  { id, name }: Domain,
  renewal: Renewal,
): Promise<Date> {
  const from = renewal.fromExpiresAt;
  const agreedCents = renewal.registryCents ?? undefined;
  const done = await findRenewedExpiry(registrar, name, from);
  if (done) return done;
  try {
    const { holdId } = renewal;
    const { expiresAt } = await runClaimed(registrar, { id, holdId }, () =>
      registrar.renew(name, from, { years: 1, agreedCents }),
    );
    return expiresAt ?? new Date(from.getTime() + 365 * day);
  } catch (error) {
    if (!(error instanceof EppRejectedError)) throw error;
    const renewedTo = await findRenewedExpiry(registrar, name, from);
    if (renewedTo) return renewedTo;
    throw await withLockExplanation(error, { registrar, name, forbidden: 'RENEWAL', at: now() });
  }
}

/** The later expiry while we are the sponsor, because a transfer to another registrar adds a year too. */
async function findRenewedExpiry(
  registrar: Registrar,
  name: string,
  from: Date,
): Promise<Date | undefined> {
  const { ours, expiresAt } = await readFromRegistry(registrar.info(name));
  return ours && isLater(expiresAt, from) ? expiresAt : undefined;
}

/**
 * A failure counts only in the state in which it occurred, because a concurrent run may have advanced the renewal.
 * `reason` is published for the payer; undefined when the caller receives the error directly.
 */
type RenewalOutcome =
  | { expiresAt: Date }
  | { failedAt: Renewal['state']; reason: OrderFailure | undefined };

/** Ends the renewal: captures the fee with a new expiry, releases it without one. */
function endRenewal(id: string, holdId: string, outcome: RenewalOutcome): Promise<Domain> {
  return commit(async (tx) => {
    const present = await domains.get(id, tx);
    if (present.renewal?.holdId !== holdId) return present;
    const { accountId, state, feeCents, automatic, platformPays } = present.renewal;
    const failed = 'failedAt' in outcome;
    if (failed && state !== outcome.failedAt) return present;
    await tx.unschedule('renew', id);
    if (!platformPays)
      await tx.schedule({ kind: failed ? 'release-hold' : 'capture-hold', key: holdId });
    if (failed) {
      const { reason } = outcome;
      const ended = await domains.update(present, { ...present, renewal: null }, tx);
      const data = { ...domainRef(ended), accountId, ...loanRef(ended) };
      // Failed automatic renewals are reported by the expiry warnings, not daily.
      if (reason && !automatic)
        tx.emit('domains.domain.renewal-failed', ended, { ...data, reason });
      return ended;
    }
    const { expiresAt } = outcome;
    const charge = platformPays ? null : { accountId, amountCents: feeCents };
    // Only an order by the owner means that the owner has accepted the price.
    const agreed = accountId === present.accountId && !automatic;
    const charged = charge ?? present.charged;
    const after = { ...present, renewal: null, expiresAt, charged };
    const renewalAgreedCents = agreed ? feeCents : after.renewalAgreedCents;
    return extendRegistration(present, { ...after, renewalAgreedCents }, { charge, tx });
  });
}
