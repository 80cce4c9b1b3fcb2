/** What the jobs that call other systems wait for. Those that wait for one silent system take no other one's places. */

import type { IsolatedJobs } from '@nameloan/persistence/jobs';
import { chooseLane } from './diligence/plan-refresh.ts';
import { domains } from './domain/domain.model.ts';
import { inCustody } from './domain/domain.ts';
import type { ConnectedName } from './registrars.ts';
import { connectionIdOf, connectionIdOfJob } from './registrars.ts';

type FindLanes = NonNullable<IsolatedJobs['findLanes']>;

/** For jobs that call no other system. */
const noSystem = 'none';

async function readNames(ids: readonly string[]): Promise<Map<string, ConnectedName>> {
  const found = await domains.findProjected({ _id: { $in: [...ids] } }, [
    ...(['name', 'suffix', 'status', 'transferIn', 'connectionId'] as const),
  ]);
  return new Map(found.map((domain) => [domain.id, domain]));
}

/** The registrar connection of jobs whose key is a domain. */
export const connectionsOfDomains: FindLanes = async (jobs) => {
  const names = await readNames(jobs.map(({ key }) => key));
  return jobs.map(({ key }) => {
    const name = names.get(key);
    return name ? connectionIdOf(name) : noSystem;
  });
};

/** The registrar connection of recurring jobs. */
export const connectionsOfJobs: FindLanes = async (jobs) => jobs.map(connectionIdOfJob);

/** A reservation asks the registry of a name in custody, and the RDAP server of another one. */
export const systemsOfReservations: FindLanes = async (jobs) => {
  const names = await readNames(jobs.map(({ data }) => String(data.domainId)));
  return jobs.map(({ kind, data }) => {
    const name = names.get(String(data.domainId));
    if (kind !== 'reserve' || !name) return kind;
    if (inCustody(name)) return `registry ${connectionIdOf(name)}`;
    return `rdap ${chooseLane({ suffix: name.suffix, isPledged: false })}`;
  });
};
