/** Job that sets a domain's requested nameservers and DS records at the registry, lifting and restoring the update lock. */

import type { Job } from '@nameloan/persistence/jobs';
import { now } from '@nameloan/runtime/clock';
import type { DsRecord } from '../../dnssec/ds-record.ts';
import { missingDs } from '../../dnssec/ds-record.ts';
import type { Dnssec, NameserverChange, NameserverRejection } from '../../domain/delegation.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { inCustody } from '../../domain/domain.ts';
import { withLockExplanation } from '../../registrar/explain-lock.ts';
import type { DomainChange, Registrar, RegistryDomain } from '../../registrar/registrar.ts';
import { registrarOf } from '../../registrars.ts';
import { commit } from '../../service-context.ts';
import { changeLockedDomain, lockStatuses, setLock } from '../lock.ts';
import { rejectTransferRequest } from '../reject-transfer-request.ts';
import { checkSignedZone } from './check-signed-zone.ts';
import { createHosts } from './create-hosts.ts';
import { toRejection } from './nameserver-rejection.ts';

type Outcome =
  | { rejection: NameserverRejection }
  | { nameservers: string[]; dnssec: Dnssec | null; rejection: null };

export async function applyNameservers(job: Job): Promise<void> {
  const domain = await domains.find(job.key);
  const change = domain?.nameserverChange;
  if (!domain?.active || !inCustody(domain) || !change || change.rejection !== null) return;
  const registrar = registrarOf(domain);
  if (domain.legalHold && (await isChange(registrar, domain.name, change))) {
    // It waits for the end of the hold, which schedules this job; the lock is restored now.
    await restoreLock(registrar, domain.name);
    return;
  }
  const outcome = await applyAtRegistry(registrar, domain, change);
  await commit(async (tx) => {
    const present = await domains.get(domain.id, tx);
    // A newer change has replaced this one and has its own run.
    if (present.nameserverChange?.id !== change.id) return;
    const { rejection, ...applied } = outcome;
    const after = rejection
      ? { nameserverChange: { ...change, rejection } }
      : { ...applied, nameserverChange: null };
    await domains.update(present, { ...present, ...after }, tx);
  });
}

async function isChange(
  registrar: Registrar,
  name: string,
  change: NameserverChange,
): Promise<boolean> {
  return !isEmpty(planChange(await registrar.info(name), change));
}

async function restoreLock(registrar: Registrar, name: string): Promise<void> {
  const canLock = await rejectTransferRequest(registrar, name);
  if (canLock) await setLock(registrar, name, lockStatuses);
}

/** Resolves to the rejection if the change is rejected; throws errors that a retry may resolve. */
async function applyAtRegistry(
  registrar: Registrar,
  { name, suffix }: Pick<Domain, 'name' | 'suffix'>,
  change: NameserverChange,
): Promise<Outcome> {
  try {
    const record = await registrar.info(name);
    const plan = planChange(record, change);
    const obstacle = findDsObstacle(registrar, record, change);
    if (isEmpty(plan) && !obstacle) {
      // An earlier run may have stopped here, or the lock was lost and another registrar requested the domain.
      await restoreLock(registrar, name);
      return toOutcome(record, change);
    }
    const rejection =
      obstacle ??
      (await checkSignedZone({ ...record, suffix }, plan)) ??
      (await createHosts(registrar, plan.addNameservers).catch((error) => toRejection(error)));
    if (rejection !== undefined) {
      // An earlier change, since replaced, may have lifted the lock before a crash.
      await setLock(registrar, name, lockStatuses);
      return { rejection };
    }
    await changeLockedDomain(registrar, name, withoutEmpty(plan));
    return toOutcome(record, change);
  } catch (error) {
    const update = { registrar, name, forbidden: 'UPDATE', at: now() } as const;
    const isDs = change.keepsNameservers === true;
    return { rejection: toRejection(await withLockExplanation(error, update), isDs) };
  }
}

type Plan = Required<
  Pick<DomainChange, 'addNameservers' | 'removeNameservers' | 'addDs' | 'removeDs'>
>;

function planChange(record: RegistryDomain, change: NameserverChange): Plan {
  const { nameservers, ds = [] } = record;
  const wanted = change.keepsNameservers ? nameservers : change.wanted;
  const wantedDs = change.dnssec?.ds ?? ds;
  return {
    addNameservers: wanted.filter((host) => !nameservers.includes(host)),
    removeNameservers: nameservers.filter((host) => !wanted.includes(host)),
    addDs: missingDs(wantedDs, ds),
    removeDs: missingDs(ds, wantedDs),
  };
}

const isEmpty = (plan: Plan) => Object.values(plan).every(({ length }) => length === 0);

function withoutEmpty({ addDs, removeDs, ...nameservers }: Plan): DomainChange {
  return { ...nameservers, ...(addDs.length + removeDs.length > 0 && { addDs, removeDs }) };
}

function findDsObstacle(
  { capabilities }: Registrar,
  { ds }: RegistryDomain,
  { dnssec }: NameserverChange,
): NameserverRejection | undefined {
  // Also a wish for no records: those that are not shown would stay.
  if (!dnssec || (capabilities.dnssec && ds)) return undefined;
  const message = 'The registrar of this domain does not accept DS records from us.';
  return { message, scope: 'STATE', reason: 'DS' };
}

function toOutcome(record: RegistryDomain, change: NameserverChange): Outcome {
  const ds: readonly DsRecord[] | undefined = change.dnssec?.ds ?? record.ds;
  return {
    nameservers: change.keepsNameservers ? [...record.nameservers] : change.wanted,
    dnssec: ds ? { ds: [...ds] } : null,
    rejection: null,
  };
}
