/** Rejects a change of nameservers that would make a signed domain unreachable for validating resolvers. */

import { settings } from '../../config.ts';
import { diligenceRecords } from '../../diligence/diligence.model.ts';
import { checkZoneKeys } from '../../dnssec/check-zone-keys.ts';
import type { DsRecord } from '../../dnssec/ds-record.ts';
import { missingDs } from '../../dnssec/ds-record.ts';
import type { NameserverRejection } from '../../domain/delegation.ts';
import type { RegistryDomain } from '../../registrar/registrar.ts';

interface PlannedChange {
  readonly addNameservers: readonly string[];
  readonly addDs: readonly DsRecord[];
  readonly removeDs: readonly DsRecord[];
}

/** Of each query; the caller of the change waits for two of them and the registry. */
const timeoutMs = 2000;

/**
 * With a new DS record the owner has changed both, and the new keys may be served only once the change is made. Otherwise
 * every new nameserver must serve a key that the DS records name.
 */
export async function checkSignedZone(
  { name, ds }: Pick<RegistryDomain, 'name' | 'ds'>,
  { addNameservers, addDs, removeDs }: PlannedChange,
): Promise<NameserverRejection | undefined> {
  if (!ds) return addNameservers.length > 0 ? checkReport(name) : undefined;
  const left = missingDs(ds, removeDs);
  if (addNameservers.length === 0 || addDs.length > 0 || left.length === 0) return undefined;
  const { DNS_RESOLVERS: resolvers, DNS_ZONE_SERVERS: zoneServers } = settings.value;
  const question = { zone: name, ds: left, nameservers: addNameservers, resolvers, zoneServers };
  const result = await checkZoneKeys({ ...question, timeoutMs });
  if (result.kind === 'SIGNED') return undefined;
  const why =
    result.kind === 'BROKEN'
      ? `${result.nameserver} does not serve the keys of its DS records`
      : `we could not read its keys from ${result.nameserver}`;
  const message =
    `This domain is signed (DNSSEC), and ${why}. ` +
    'Change the DS records together with the nameservers, or remove them.';
  return { message, scope: 'STATE', reason: 'SIGNED_ZONE' };
}

/** Where the registrar does not show DS records, the public registration data say whether there are any. */
async function checkReport(name: string): Promise<NameserverRejection | undefined> {
  const { report } = (await diligenceRecords.find(name)) ?? {};
  if (report?.dnssec !== 'SIGNED') return undefined;
  const message =
    'This domain is signed (DNSSEC), and its registrar does not let us change its DS records. ' +
    'Other nameservers would make it unreachable.';
  return { message, scope: 'STATE', reason: 'SIGNED_ZONE' };
}
