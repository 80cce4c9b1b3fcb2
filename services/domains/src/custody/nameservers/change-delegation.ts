/** Records a change of the nameservers and DS records of a domain in custody; a job applies it at the registry. */

import { setTimeout as pause } from 'node:timers/promises';
import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError, stepUpRequired } from '@nameloan/contracts/errors';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import type { DsRecord } from '../../dnssec/ds-record.ts';
import { isSameDs } from '../../dnssec/ds-record.ts';
import { invalidDs } from '../../dnssec/parse-ds.ts';
import type { NameserverRejection } from '../../domain/delegation.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { assertOwner, conflict } from '../../domain/domain.ts';
import { assertAllowed } from '../../domain/domain-actions.ts';
import { access, commit, quotas } from '../../service-context.ts';

/** What changes; the other stays as it is at the registry. */
export interface DelegationChange {
  readonly nameservers?: readonly string[] | undefined;
  /** Empty: the domain is not signed any more. */
  readonly ds?: readonly DsRecord[] | undefined;
}

/** The caller waits about eight seconds for the job, which continues after that. */
const maxPolls = 200;
const pollIntervalMs = 40;

/** A lender relies on it. */
const isPledged = ({ status, reservation }: Domain): boolean =>
  status === 'IN_ESCROW' || reservation !== null;

/**
 * `read` validates the caller's input against the domain. A pledged domain needs a fresh session: STEP_UP_REQUIRED.
 * CONFLICT with SIGNED_ZONE if the nameservers do not serve the keys that the DS records name.
 */
export async function changeDelegation(
  actor: AccountActor,
  id: string,
  read: (domain: Domain) => DelegationChange,
): Promise<Domain> {
  const known = assertOwner(await domains.find(id), actor.accountId);
  const checked = isPledged(known);
  if (checked) await access.fresh(actor);
  const change = read(known);
  const changeId = newId();
  await commit(async (tx) => {
    const domain = assertOwner(await domains.find(id, tx), actor.accountId);
    assertAllowed('SET_NAMESERVERS', domain, now());
    // It was pledged since the check; a repeated call asks for the proof.
    if (isPledged(domain) && !checked) throw stepUpRequired();
    await quotas.take('nameserverChanges', actor.accountId, tx);
    await tx.schedule({ kind: 'set-nameservers', key: id });
    const { nameservers, ds } = change;
    const nameserverChange = {
      id: changeId,
      wanted: [...(nameservers ?? domain.nameservers)],
      keepsNameservers: nameservers === undefined,
      dnssec: ds ? { ds: [...ds] } : null,
      rejection: null,
    };
    await domains.update(domain, { ...domain, nameserverChange }, tx);
  });
  return waitForOutcome(id, { changeId, change });
}

/** Waits for the job. Only the job lifts and restores the update lock, so two changes never interleave. */
async function waitForOutcome(
  id: string,
  { changeId, change }: { changeId: string; change: DelegationChange },
): Promise<Domain> {
  for (let polls = 0; polls < maxPolls; polls++, await pause(pollIntervalMs)) {
    const domain = await domains.get(id);
    const { nameserverChange } = domain;
    const isLatest = nameserverChange?.id === changeId;
    if (isLatest && nameserverChange.rejection) throw toError(nameserverChange.rejection);
    if (isLatest) continue;
    if (nameserverChange === null && isApplied(domain, change)) return domain;
    throw conflict('STALE', 'The nameservers have since been changed to something else.');
  }
  throw new DomainError(
    'UNAVAILABLE',
    'The registry is not responding right now. The nameservers will change as soon as it does.',
    { retryAfterSeconds: 30 },
  );
}

function isApplied({ nameservers, dnssec }: Domain, change: DelegationChange): boolean {
  if (change.nameservers && nameservers.join() !== change.nameservers.join()) return false;
  return !change.ds || isSameDs(dnssec?.ds ?? [], change.ds);
}

function toError({ message, scope, reason }: NameserverRejection): DomainError {
  if (reason === 'SIGNED_ZONE') return conflict('SIGNED_ZONE', message);
  if (scope === 'STATE') return conflict('REGISTRY_REJECTED', message);
  return reason === 'DS' ? invalidDs(message) : invalidNameservers(message);
}

export function invalidNameservers(message: string): DomainError {
  return new DomainError('INVALID_INPUT', message, { fields: { nameservers: message } });
}
