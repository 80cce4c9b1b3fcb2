/** Rejects a change of nameservers that would make a signed domain unreachable for validating resolvers. */

import { settings } from '../../config.ts';
import { diligenceRecords } from '../../diligence/diligence.model.ts';
import { checkZoneKeys } from '../../dnssec/check-zone-keys.ts';
import type { DsRecord } from '../../dnssec/ds-record.ts';
import { missingDs } from '../../dnssec/ds-record.ts';
import { readParentDs } from '../../dnssec/read-parent-ds.ts';
import type { NameserverRejection } from '../../domain/delegation.ts';
import type { RegistryDomain } from '../../registrar/registrar.ts';

interface PlannedChange {
  readonly addNameservers: readonly string[];
  readonly addDs: readonly DsRecord[];
  readonly removeDs: readonly DsRecord[];
}

/** Of each query; the caller of the change waits for some of them and the registry. */
const timeoutMs = 2000;

/**
 * With a new DS record the owner has changed both, and the new keys may be served only once the change is made. Otherwise
 * every new nameserver must serve a key that the DS records name.
 */
export async function checkSignedZone(
  { name, suffix, ds }: Pick<RegistryDomain, 'name' | 'ds'> & { suffix: string },
  { addNameservers, addDs, removeDs }: PlannedChange,
): Promise<NameserverRejection | undefined> {
  if (addNameservers.length === 0) return undefined;
  if (!ds) return checkParent({ name, suffix }, addNameservers);
  const left = missingDs(ds, removeDs);
  if (addDs.length > 0 || left.length === 0) return undefined;
  const why = await findDsMismatch(name, left, addNameservers);
  return why === undefined
    ? undefined
    : rejectChange(`${why}. Change the DS records together with the nameservers, or remove them.`);
}

/**
 * Where the registrar does not show DS records, the parent zone has those that count. If it cannot be read, the public
 * registration data say whether there are any.
 */
async function checkParent(
  { name, suffix }: { name: string; suffix: string },
  nameservers: readonly string[],
): Promise<NameserverRejection | undefined> {
  const { DNS_RESOLVERS: resolvers, DNS_PARENT_SERVERS: parentServers } = settings.value;
  const ds = await readParentDs({ domain: name, suffix, resolvers, parentServers, timeoutMs });
  if (ds === 'UNCLEAR') return rejectUnclear();
  if (ds) {
    const why = ds.length > 0 ? await findDsMismatch(name, ds, nameservers) : undefined;
    return why === undefined
      ? undefined
      : rejectChange(
          `${why}. Its registrar does not let us change the DS records: ` +
            'first serve the zone with its present keys there, or ask us to have the DS records removed.',
        );
  }
  const { report } = (await diligenceRecords.find(name)) ?? {};
  return report?.dnssec === 'SIGNED' ? rejectUnclear() : undefined;
}

function rejectUnclear(): NameserverRejection {
  const message =
    'We could not read the DS records (DNSSEC) of this domain from the parent zone. Try again later.';
  return { message, scope: 'STATE', reason: 'SIGNED_ZONE' };
}

/** Why the domain would be unreachable; undefined if all nameservers serve a key of the DS records. */
async function findDsMismatch(
  zone: string,
  ds: readonly DsRecord[],
  nameservers: readonly string[],
): Promise<string | undefined> {
  const { DNS_RESOLVERS: resolvers, DNS_ZONE_SERVERS: zoneServers } = settings.value;
  const result = await checkZoneKeys({ zone, ds, nameservers, resolvers, zoneServers, timeoutMs });
  if (result.kind === 'SIGNED') return undefined;
  return result.kind === 'BROKEN'
    ? `${result.nameserver} does not serve the keys of its DS records`
    : `we could not read its keys from ${result.nameserver}`;
}

function rejectChange(why: string): NameserverRejection {
  const message = `This domain is signed (DNSSEC), and ${why}`;
  return { message, scope: 'STATE', reason: 'SIGNED_ZONE' };
}
