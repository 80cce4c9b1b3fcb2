/** Job for each domain in custody: renews it automatically in time and sends expiry warnings. */

import type { OrderFailure } from '@nameloan/contracts/order-failures';
import type { Job, JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { inCustody } from '../domain/domain.ts';
import { endAlert, expiryAlert, raiseAlert } from '../operator-alerts.ts';
import { registrarOf } from '../registrars.ts';
import { commit } from '../service-context.ts';
import type { AutoRenewalResult } from './auto-renew.ts';
import { autoRenew } from './auto-renew.ts';
import { dueWarning, nextRegistrationCheck, renewsAt } from './registration-expiry.ts';
import { warnOfExpiry } from './warn-of-expiry.ts';

/** While a renewal is in progress. */
const renewalPollMs = 60_000;
/** While the registry is unavailable. */
const registryRetryMs = 60 * 60_000;
const alertBeforeMs = 5 * 86_400_000;

export async function watchRegistration(job: Job): Promise<JobResult> {
  const domain = await domains.find(job.key);
  if (!domain?.active || !inCustody(domain) || !domain.expiresAt) return;
  const due = !domain.renewal && now() >= renewsAt(domain.expiresAt);
  let outcome: AutoRenewalResult = { reason: null };
  try {
    if (due) outcome = await autoRenew(domain);
  } finally {
    // Also while a renewal does not end, or its attempt fails.
    await alertNearExpiry(domain);
  }
  if (domain.renewal) return runAfter(renewalPollMs);
  if (outcome === 'IN_PROGRESS') return runAfter(renewalPollMs);
  if (outcome === 'UNAVAILABLE') return runAfter(registryRetryMs);
  if (outcome !== 'RENEWED') await sendDueWarning(domain, outcome.reason);
  const present = await domains.get(domain.id);
  if (present.active && present.expiresAt)
    return { runAgainAt: nextRegistrationCheck(present.expiresAt, now()) };
}

/** Where a name cannot be restored through the registrar, and soon after its expiry not even be renewed. */
async function alertNearExpiry({ id }: Domain): Promise<void> {
  const domain = await domains.get(id);
  const { knowsOtherNames, restoresByApi } = registrarOf(domain).capabilities;
  if (knowsOtherNames || restoresByApi || !domain.expiresAt) return;
  const isNear = domain.expiresAt.getTime() - now().getTime() < alertBeforeMs;
  const alert = expiryAlert(id, domain.name);
  await (isNear && domain.active ? raiseAlert(alert) : endAlert(alert));
}

function runAfter(ms: number): JobResult {
  return { runAgainAt: new Date(now().getTime() + ms) };
}

/** Sends each warning once, and none about an expiry that has changed. */
async function sendDueWarning(
  { id, expiresAt }: Domain,
  reason: OrderFailure | null,
): Promise<void> {
  await commit(async (tx) => {
    const present = await domains.get(id, tx);
    if (!present.active || present.renewal || !present.expiresAt) return;
    if (present.expiresAt.getTime() !== expiresAt?.getTime()) return;
    const days = dueWarning(present, now());
    if (days !== undefined) await warnOfExpiry(present, { days, reason, tx });
  });
}
