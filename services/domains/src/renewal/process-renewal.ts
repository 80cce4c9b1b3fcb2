/** Carries a begun renewal to its end, from wherever a crash left it; the fee is charged or given back. */

import { now } from '@nameloan/service/clock.ts';
import type { Job, JobResult } from '@nameloan/service/store/jobs.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain, Renewal } from '../domain/domain.ts';
import { domainRef, loanRef } from '../domain/domain.ts';
import { withLockExplanation } from '../registrar/explain-lock.ts';
import { EppRejectedError } from '../registrar/registrar-errors.ts';
import {
  isFinalRejection,
  readFromRegistry,
  registry,
  rejectionMessage,
  toDomainError,
} from '../registry.ts';
import { commit, request } from '../service-context.ts';
import { extendRegistration, isLater } from './extend-registration.ts';

const day = 86_400_000;

/** The job behind a renewal, for after a crash or a registry that did not answer. */
export async function resumeRenewal(job: Job): Promise<JobResult> {
  try {
    await processRenewal(job.key, String(job.data.holdId), 'JOB');
  } catch (error) {
    if (isFinalRejection(error)) return;
    throw error;
  }
}

/** Safe to repeat at any point and to run twice at once. Throws refusals, and UNAVAILABLE while it goes on. */
export async function processRenewal(
  id: string,
  holdId: string,
  carrier: 'CALLER' | 'JOB',
): Promise<Domain> {
  const domain = await domains.get(id);
  const { renewal } = domain;
  if (renewal?.holdId !== holdId) return domain;
  if (renewal.state === 'HOLDING') {
    try {
      // Ended by a rival run while the fee was being held: what was held goes back by its job.
      if (!(await holdFee(domain))) return domains.get(id);
    } catch (error) {
      // A caller who is told of silence must find nothing half-done; the job tries silence again.
      const reason = carrier === 'JOB' && isFinalRejection(error) ? error.message : undefined;
      if (carrier === 'CALLER' || isFinalRejection(error))
        await endRenewal(id, holdId, { failedAt: 'HOLDING', reason });
      throw error;
    }
  }
  let expiresAt: Date;
  try {
    expiresAt = await renewAtRegistry(domain.name, renewal);
  } catch (error) {
    const reason = rejectionMessage(error);
    if (reason) await endRenewal(id, holdId, { failedAt: 'RENEWING', reason });
    throw toDomainError(error);
  }
  return endRenewal(id, holdId, { expiresAt });
}

/** False: the renewal is no longer under way. */
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

/** Looks before it asks and after a refusal: an expiry later than `from` means that a rival run has done it. */
async function renewAtRegistry(name: string, renewal: Renewal): Promise<Date> {
  const from = renewal.fromExpiresAt;
  const agreedCents = renewal.registryCents ?? undefined;
  const done = await findRenewedExpiry(name, from);
  if (done) return done;
  try {
    const { expiresAt } = await registry().renew(name, from, { years: 1, agreedCents });
    return expiresAt ?? new Date(from.getTime() + 365 * day);
  } catch (error) {
    if (!(error instanceof EppRejectedError)) throw error;
    const doneMeanwhile = await findRenewedExpiry(name, from);
    if (doneMeanwhile) return doneMeanwhile;
    throw await withLockExplanation(error, { name, forbidden: 'RENEWAL', at: now() });
  }
}

/** The later expiry, if it is ours: a transfer to another registrar adds a year too. */
async function findRenewedExpiry(name: string, from: Date): Promise<Date | undefined> {
  const { sponsor, expiresAt } = await readFromRegistry(registry().info(name));
  return sponsor === registry().clientId && isLater(expiresAt, from) ? expiresAt : undefined;
}

/**
 * A failure holds for its own state only: a rival run that got further may have renewed by now. `reason` tells
 * who ordered the renewal; undefined: the caller is told directly.
 */
type RenewalOutcome =
  | { expiresAt: Date }
  | { failedAt: Renewal['state']; reason: string | undefined };

/** Ends the renewal: with a new expiry the fee is charged, without one it goes back. */
function endRenewal(id: string, holdId: string, outcome: RenewalOutcome): Promise<Domain> {
  return commit(async (tx) => {
    const present = await domains.get(id, tx);
    if (present.renewal?.holdId !== holdId) return present;
    const { accountId, state, feeCents, automatic } = present.renewal;
    const failed = 'failedAt' in outcome;
    if (failed && state !== outcome.failedAt) return present;
    await tx.unschedule('renew', id);
    await tx.schedule({ kind: failed ? 'release-hold' : 'capture-hold', key: holdId });
    if (failed) {
      const { reason } = outcome;
      const ended = await domains.update(present, { ...present, renewal: null }, tx);
      const fact = { ...domainRef(ended), accountId, ...loanRef(ended) };
      // Of its own tries the platform warns in its own time, not daily.
      if (reason && !automatic)
        tx.emit('domains.domain.renewal-failed', ended, { ...fact, reason });
      return ended;
    }
    const { expiresAt } = outcome;
    const charge = { accountId, amountCents: feeCents };
    // What another pays, or the platform by itself, is no word of the owner's on a price.
    const agreed = accountId === present.accountId && !automatic;
    const after = { ...present, renewal: null, expiresAt, charged: charge };
    const renewalAgreedCents = agreed ? feeCents : after.renewalAgreedCents;
    return extendRegistration(present, { ...after, renewalAgreedCents }, { charge, tx });
  });
}
