/** The owner keeps the DNS of a domain in custody: two to thirteen nameservers, set at the registry by one job. */

import { setTimeout as pause } from 'node:timers/promises';
import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { now } from '@nameloan/service/clock.ts';
import { newId } from '@nameloan/service/id.ts';
import { domains } from '../../domain/domain.model.ts';
import type { Domain } from '../../domain/domain.ts';
import { assertOwner, conflict } from '../../domain/domain.ts';
import { assertAllowed } from '../../domain/domain-actions.ts';
import { commit, quotas } from '../../service-context.ts';

const minNameservers = 2;
const maxNameservers = 13;
/** RFC 1123 section 2.1: letters, digits and inner hyphens, 63 octets a label, 253 in all. */
const hostName =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
/** A caller waits about eight seconds for the job; the change goes on without them. */
const maxPolls = 200;
const pollIntervalMs = 40;

export async function setNameservers(
  actor: AccountActor,
  id: string,
  given: readonly string[],
): Promise<Domain> {
  const owned = assertOwner(await domains.find(id), actor.accountId);
  const wanted = parseNameservers(given, owned.name);
  const changeId = newId();
  await commit(async (tx) => {
    const domain = assertOwner(await domains.find(id, tx), actor.accountId);
    assertAllowed('SET_NAMESERVERS', domain, now());
    await quotas.take('nameserverChanges', actor.accountId, tx);
    await tx.schedule({ kind: 'set-nameservers', key: id });
    const nameserverChange = { id: changeId, wanted, rejection: null };
    await domains.update(domain, { ...domain, nameserverChange }, tx);
  });
  return waitForOutcome(id, { changeId, wanted });
}

/** Waits for the job; only one thing at a time may lift and restore the update lock. */
async function waitForOutcome(
  id: string,
  { changeId, wanted }: { changeId: string; wanted: string[] },
): Promise<Domain> {
  for (let looks = 0; looks < maxPolls; looks++, await pause(pollIntervalMs)) {
    const domain = await domains.get(id);
    const change = domain.nameserverChange;
    const { rejection } = change ?? {};
    if (change?.id === changeId && rejection?.scope === 'STATE')
      throw conflict('REGISTRY_REJECTED', rejection.message);
    if (change?.id === changeId && rejection) throw invalidNameservers(rejection.message);
    if (change?.id === changeId) continue;
    if (change === null && domain.nameservers.join() === wanted.join()) return domain;
    throw conflict('STALE', 'The nameservers have been changed otherwise in the meantime.');
  }
  throw new DomainError(
    'UNAVAILABLE',
    'The registry does not answer right now. The nameservers change as soon as it does.',
    { retryAfterSeconds: 30 },
  );
}

function invalidNameservers(message: string): DomainError {
  return new DomainError('INVALID_INPUT', message, { fields: { nameservers: message } });
}

function parseNameservers(given: readonly string[], domainName: string): string[] {
  const refuse = (message: string): never => {
    throw invalidNameservers(message);
  };
  if (given.length < minNameservers || given.length > maxNameservers)
    return refuse('Give two to thirteen nameservers.');
  const names = given.map((one) => one.trim().toLowerCase().replace(/\.$/, ''));
  const bad = names.find((one) => !hostName.test(one));
  if (bad !== undefined) return refuse(`“${bad.slice(0, 80)}” is not the name of a nameserver.`);
  if (new Set(names).size !== names.length)
    return refuse('Each nameserver may stand in the list once.');
  if (names.some((one) => one === domainName || one.endsWith(`.${domainName}`))) {
    return refuse('Nameservers under the domain itself cannot be set yet.');
  }
  return names;
}
