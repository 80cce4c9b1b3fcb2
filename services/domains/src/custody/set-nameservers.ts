/** The owner keeps the DNS of a domain in custody: two to thirteen nameservers, set at the registry. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { now } from '@nameloan/service/clock.ts';
import type { Job } from '@nameloan/service/store/jobs.ts';
import { domains } from '../domain/domain.model.ts';
import type { Domain } from '../domain/domain.ts';
import { conflict, inCustody, ownedBy } from '../domain/domain.ts';
import { commit } from '../domains.ts';
import { asDomainError, isUnsettled, registry } from '../registry.ts';
import { changeLocked } from './lock.ts';

const fewest = 2;
const most = 13;
const recoveryMs = 60_000;
/** RFC 1123 section 2.1: letters, digits and inner hyphens, 63 octets a label, 253 in all. */
const hostName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

export async function setNameservers(
  actor: AccountActor,
  id: string,
  given: string[],
): Promise<Domain> {
  const owned = ownedBy(await domains.find(id), actor.accountId);
  const wanted = readNameservers(given, owned.name);
  await commit(async (tx) => {
    const domain = ownedBy(await domains.find(id, tx), actor.accountId);
    if (!inCustody(domain))
      throw conflict('Nameservers can be set here only while the domain is with us.');
    if (domain.reservation?.disputed)
      throw conflict('This loan is in dispute; nameservers stay as they are.');
    if (domain.pendingTransfer !== 'NONE')
      throw conflict('A transfer of this domain is under way.');
    const at = new Date(now().getTime() + recoveryMs);
    await tx.schedule({ kind: 'set-nameservers', key: id, at });
    await domains.move(domain, { ...domain, nameserversWanted: wanted }, tx);
  });
  try {
    return await applyNameservers(id);
  } catch (error) {
    throw asDomainError(error, 'nameservers');
  }
}

function readNameservers(given: string[], domainName: string): string[] {
  const refuse = (message: string): never => {
    throw new DomainError('INVALID_INPUT', message, { fields: { nameservers: message } });
  };
  if (given.length < fewest || given.length > most)
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

/** The job behind it, for after a crash. */
export async function continueNameservers(job: Job): Promise<void> {
  await applyNameservers(job.key);
}

async function applyNameservers(id: string): Promise<Domain> {
  const domain = await domains.get(id);
  const wanted = domain.nameserversWanted;
  if (!wanted || !inCustody(domain)) return domain;
  try {
    await bringThere(domain.name, wanted);
  } catch (error) {
    if (!isUnsettled(error)) await finish(id, { wanted, nameservers: domain.nameservers });
    throw error;
  }
  return finish(id, { wanted, nameservers: wanted });
}

async function bringThere(name: string, wanted: string[]): Promise<void> {
  const there = await registry().info(name);
  const add = wanted.filter((one) => !there.nameservers.includes(one));
  const remove = there.nameservers.filter((one) => !wanted.includes(one));
  if (add.length === 0 && remove.length === 0) return;
  if (add.length > 0) {
    for (const host of await registry().hostCheck(add)) {
      if (host.available) await registry().hostCreate(host.name);
    }
  }
  await changeLocked(name, { addNameservers: add, removeNameservers: remove });
}

function finish(
  id: string,
  { wanted, nameservers }: { wanted: string[]; nameservers: string[] },
): Promise<Domain> {
  return commit(async (tx) => {
    const present = await domains.get(id, tx);
    // Changed again meanwhile: that wish has its own job.
    if (present.nameserversWanted?.join() !== wanted.join()) return present;
    await tx.unschedule('set-nameservers', id);
    return domains.move(present, { ...present, nameservers, nameserversWanted: null }, tx);
  });
}
