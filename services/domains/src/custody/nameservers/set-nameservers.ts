/** Lets the owner of a domain in custody set two to thirteen nameservers; a job applies them at the registry. */

import { setTimeout as pause } from 'node:timers/promises';
import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError, stepUpRequired } from '@nameloan/contracts/errors';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { assertOwner, conflict } from '../../domain/domain.ts';
import { assertAllowed } from '../../domain/domain-actions.ts';
import { access, commit, quotas } from '../../service-context.ts';

const minNameservers = 2;
const maxNameservers = 13;
/** RFC 1123 section 2.1: letters, digits and inner hyphens, at most 63 octets per label and 253 in total. */
const hostNamePattern =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
/** The caller waits about eight seconds for the job, which continues after that. */
const maxPolls = 200;
const pollIntervalMs = 40;

/** A lender relies on it. */
const isPledged = ({ status, reservation }: Domain): boolean =>
  status === 'IN_ESCROW' || reservation !== null;

/** A pledged domain needs a fresh session: STEP_UP_REQUIRED. */
export async function setNameservers(
  actor: AccountActor,
  id: string,
  nameservers: readonly string[],
): Promise<Domain> {
  const owned = assertOwner(await domains.find(id), actor.accountId);
  const checked = isPledged(owned);
  if (checked) await access.fresh(actor);
  const wanted = parseNameservers(nameservers, owned.name);
  const changeId = newId();
  await commit(async (tx) => {
    const domain = assertOwner(await domains.find(id, tx), actor.accountId);
    assertAllowed('SET_NAMESERVERS', domain, now());
    // It was pledged since the check; a repeated call asks for the proof.
    if (isPledged(domain) && !checked) throw stepUpRequired();
    await quotas.take('nameserverChanges', actor.accountId, tx);
    await tx.schedule({ kind: 'set-nameservers', key: id });
    const nameserverChange = { id: changeId, wanted, rejection: null };
    await domains.update(domain, { ...domain, nameserverChange }, tx);
  });
  return waitForOutcome(id, { changeId, wanted });
}

/** Waits for the job. Only the job lifts and restores the update lock, so two changes never interleave. */
async function waitForOutcome(
  id: string,
  { changeId, wanted }: { changeId: string; wanted: string[] },
): Promise<Domain> {
  for (let polls = 0; polls < maxPolls; polls++, await pause(pollIntervalMs)) {
    const domain = await domains.get(id);
    const change = domain.nameserverChange;
    const { rejection } = change ?? {};
    if (change?.id === changeId && rejection?.scope === 'STATE')
      throw conflict('REGISTRY_REJECTED', rejection.message);
    if (change?.id === changeId && rejection) throw invalidNameservers(rejection.message);
    if (change?.id === changeId) continue;
    if (change === null && domain.nameservers.join() === wanted.join()) return domain;
    throw conflict('STALE', 'The nameservers have since been changed to something else.');
  }
  throw new DomainError(
    'UNAVAILABLE',
    'The registry is not responding right now. The nameservers will change as soon as it does.',
    { retryAfterSeconds: 30 },
  );
}

function invalidNameservers(message: string): DomainError {
  return new DomainError('INVALID_INPUT', message, { fields: { nameservers: message } });
}

function parseNameservers(input: readonly string[], domainName: string): string[] {
  if (input.length < minNameservers || input.length > maxNameservers)
    throw invalidNameservers('Enter two to thirteen nameservers.');
  const names = input.map((host) => host.trim().toLowerCase().replace(/\.$/, ''));
  const invalid = names.find((host) => !hostNamePattern.test(host));
  if (invalid !== undefined)
    throw invalidNameservers(`“${invalid.slice(0, 80)}” is not a valid nameserver name.`);
  if (new Set(names).size !== names.length)
    throw invalidNameservers('List each nameserver only once.');
  if (names.some((host) => host === domainName || host.endsWith(`.${domainName}`)))
    throw invalidNameservers('Nameservers under the domain itself are not supported yet.');
  return names;
}
