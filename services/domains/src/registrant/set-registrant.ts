/** Job that sets the registrant of a domain in custody at the registry: its owner, or the platform during a loan. */

import type { Job, JobResult } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import { findConnection } from '../config.ts';
import { changeLockedDomain, lockStatuses, missingLocks, setLock } from '../custody/lock.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { inCustody, isLeaving } from '../domain/domain.ts';
import type { Registrar } from '../registrar/registrar.ts';
import { EppInvalidInputError, EppRejectedError } from '../registrar/registrar-errors.ts';
import { connectionIdOf, registrarOf } from '../registrars.ts';
import { isInconclusive } from '../registry.ts';
import { commit, serviceContext } from '../service-context.ts';
import { fetchContactData } from './contact-data.ts';
import { registrantOf } from './registrant-of.ts';
import { saveContact } from './save-contact.ts';
import { scheduleRegistrant } from './schedule-registrant.ts';

/** A change lifts the update lock, which a domain that is leaving does not have. */
const leavingRetryMs = 60 * 60_000;
/** Other changes that lift the update lock may be running. */
const maxAttempts = 5;

/** An account without a legal address keeps the registry's contacts, until it has one. */
export async function setRegistrant(job: Job): Promise<JobResult> {
  const domain = await domains.find(job.key);
  if (!domain?.active || !inCustody(domain)) return;
  // The end of the hold schedules it.
  if (domain.legalHold) return;
  const registrar = registrarOf(domain);
  if (!registrar.capabilities.setsRegistrant) return;
  if (isLeaving(domain)) return { runAgainAt: new Date(now().getTime() + leavingRetryMs) };
  const accountId = registrantOf(domain);
  const { platformContact } = findConnection(connectionIdOf(domain)) ?? {};
  const data = await fetchContactData(accountId, platformContact);
  if (!data) return;
  try {
    const contactId = await saveContact(registrar, accountId, data);
    await applyAtRegistry(registrar, domain.name, contactId);
    await recordRegistrant(domain.id, { accountId, contactId });
  } catch (error) {
    await handleRejection(job, domain, error);
  }
}

async function applyAtRegistry(
  registrar: Registrar,
  name: string,
  registrant: string,
): Promise<void> {
  const record = await registrar.info(name);
  // An earlier run may have stopped after the change.
  if (!record.ours) return;
  if (record.registrant !== registrant) return changeLockedDomain(registrar, name, { registrant });
  // It may also have stopped before the update lock was restored.
  if (missingLocks(registrar, record).length > 0) await setLock(registrar, name, lockStatuses);
}

async function recordRegistrant(
  id: string,
  { accountId, contactId }: { accountId: string; contactId: string },
): Promise<void> {
  await commit(async (tx) => {
    const present = await domains.get(id, tx);
    if (!present.active || !inCustody(present)) return;
    // Its owner or its loan changed during the run.
    if (registrantOf(present) !== accountId) return scheduleRegistrant(present, tx);
    if (present.registrant?.contactId === contactId) return;
    const registrant = { accountId, contactId, setAt: now() };
    await domains.update(present, { ...present, registrant }, tx);
  });
}

/** A registry may require what an account does not have, such as a telephone number; its contacts stay then. */
async function handleRejection(
  { attempt }: Job,
  { id: domainId, name }: Domain,
  error: unknown,
): Promise<void> {
  const isRejected =
    error instanceof EppInvalidInputError ||
    (error instanceof EppRejectedError && !isInconclusive(error));
  if (!isRejected || attempt < maxAttempts) throw error;
  serviceContext.log.error({ err: error, domainId, name }, 'registry rejects the registrant');
  await serviceContext.store.deadLetters.add(
    { subject: 'registry.registrant', domainId, name },
    error.message,
  );
}
