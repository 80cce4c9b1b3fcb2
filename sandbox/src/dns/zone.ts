/** The sandbox's DNS data: records set over the control API, and the delegations of the registry's domains. */

import type { DnsKey, DnsRecords, DsRecord } from '../records.ts';
import { isPendingDelete } from '../registry/expiry-phases.ts';
import type { SandboxContext } from '../sandbox-context.ts';

/** Lower case without final dot, the form in which names are compared (RFC 4343). */
export function canonicalName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

/** True for a valid DNS name, which unlike a host name may contain underscores. */
export function isRecordName(name: string): boolean {
  const labels = name.split('.');
  return name.length <= 253 && labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
}

/** Replaces all records of a name. With an empty list the name exists without TXT records. */
export function setRecords(
  context: SandboxContext,
  name: string,
  { txt = [], cname, ns, dnskey }: Partial<Pick<DnsRecords, 'txt' | 'cname' | 'ns' | 'dnskey'>>,
): DnsRecords {
  const records = {
    name,
    txt,
    ...(cname !== undefined && { cname: canonicalName(cname) }),
    ...(ns && { ns: ns.map(canonicalName) }),
    ...(dnskey && { dnskey }),
    at: context.clock.now().toISOString(),
  };
  context.store.commit(['dns', name, records]);
  return records;
}

/** Returns false when there was nothing to remove. */
export function removeRecords(context: SandboxContext, name: string): boolean {
  if (!context.store.table('dns').has(name)) return false;
  context.store.commit(['dns', name, null]);
  return true;
}

export function getTxt(context: SandboxContext, name: string): readonly string[] {
  return context.store.table('dns').get(name)?.txt ?? [];
}

export function getAlias(context: SandboxContext, name: string): string | undefined {
  return context.store.table('dns').get(name)?.cname;
}

/** The nameservers to which the registry delegates a domain; none once deletion has started. */
export function getNameservers(context: SandboxContext, name: string): readonly string[] {
  const ns = context.store.table('dns').get(name)?.ns;
  if (ns) return ns;
  const domain = context.store.table('domains').get(name);
  if (!domain?.registered || isPendingDelete(domain, context.clock.now())) return [];
  return domain.nameservers;
}

/** The public keys of a signed zone. */
export function getKeys(context: SandboxContext, name: string): readonly DnsKey[] {
  return context.store.table('dns').get(name)?.dnskey ?? [];
}

/** The DS records that the registry publishes for a domain in the zone above it. */
export function getDs(context: SandboxContext, name: string): readonly DsRecord[] {
  const domain = context.store.table('domains').get(name);
  if (!domain?.registered || isPendingDelete(domain, context.clock.now())) return [];
  return domain.ds ?? [];
}

/** A name exists when it has records, or when a name below it has (RFC 8020). */
export function nameExists(context: SandboxContext, name: string): boolean {
  if (context.store.table('domains').get(name)?.registered) return true;
  const below = `.${name}`;
  for (const known of context.store.table('dns').keys()) {
    if (known === name || known.endsWith(below)) return true;
  }
  return false;
}

/** The zone of a name: its last two labels, because the sandbox delegates only second-level domains. */
export function zoneOf(name: string): string {
  return name.split('.').slice(-2).join('.');
}
