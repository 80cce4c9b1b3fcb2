/** Replaces the registry's auth code of a domain in custody, so that codes that former holders know stop working. */

import type { Job, JobResult } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import type { Domain } from '../domain/domain.ts';
import { inCustody } from '../domain/domain.ts';
import { raiseAlert } from '../operator-alerts.ts';
import type { Registrar } from '../registrar/registrar.ts';
import { EppRejectedError } from '../registrar/registrar-errors.ts';
import { registrarOf } from '../registrars.ts';
import { isInconclusive } from '../registry.ts';
import { serviceContext } from '../service-context.ts';
import { newAuthCode } from './auth-code.ts';
import { changeLockedDomain, isProhibited } from './lock.ts';

/** Other changes that lift the update lock may be running. */
const maxAttempts = 5;
/** How often a pending transfer request, during which a registry rejects changes, is queried. */
const pendingRequestMs = 15 * 60_000;

/**
 * On arrival, return and seizure. It is the job of transfers out, because jobs of one kind and key run one after another: a
 * rotation never replaces a code that has just been mailed.
 */
export const scheduleRotation = (id: string, tx: Tx): Promise<void> =>
  tx.schedule({ kind: 'transfer-out', key: id });

/**
 * The new code is not stored. It waits for the end of a pending transfer request; if the registry rejects it permanently,
 * the lock alone protects the domain.
 */
export async function rotateAuthCode(domain: Domain, { attempt }: Job): Promise<JobResult> {
  const { name } = domain;
  if (!inCustody(domain)) return;
  const registrar = registrarOf(domain);
  if (!registrar.capabilities.setsAuthCode) return warnOfKnownCode(domain);
  try {
    await changeLockedDomain(registrar, name, { authCode: newAuthCode() });
  } catch (error) {
    if (!(error instanceof EppRejectedError) || isInconclusive(error)) throw error;
    if (isProhibited(error) && (await isRequested(registrar, name)))
      return { runAgainAt: new Date(now().getTime() + pendingRequestMs) };
    if (attempt < maxAttempts) throw error;
    serviceContext.log.warn({ err: error, name }, 'registry rejects a new auth code');
  }
}

/** Only staff can have the registrar change a code that a former owner was mailed. Until then the lock protects the domain. */
async function warnOfKnownCode({ id, name, accountId, codeKnownTo }: Domain): Promise<void> {
  if (!codeKnownTo || codeKnownTo === accountId) return;
  await raiseAlert({
    letter: { subject: 'registrar.auth-code', domainId: id, name },
    why: `A former owner of ${name} was mailed its auth code, which the registrar’s API cannot change. Have the registrar change it.`,
  });
}

/** Whether a transfer request of another registrar is pending. */
async function isRequested(registrar: Registrar, name: string): Promise<boolean> {
  const { statuses } = await registrar.info(name);
  return statuses.includes('pendingTransfer');
}
