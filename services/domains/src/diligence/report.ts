/** The stored report about a name, made from an RDAP answer. Pure. */

import type { RdapReport } from '@nameloan/rdap/report';

/** Fields of a report, by their names in the REST API. */
export const diligenceFields = [
  'registrar',
  'registered_at',
  'expires_at',
  'registry_expires_at',
  'last_transfer_at',
  'statuses',
  'nameservers',
  'dnssec',
] as const;
export type DiligenceField = (typeof diligenceFields)[number];

export type DnssecState = 'SIGNED' | 'UNSIGNED' | 'UNKNOWN';

export interface DiligenceReport {
  /** Business time of the registry's answer. */
  asOf: Date;
  registrar: { name: string | null; ianaId: number | null } | null;
  registeredAt: Date | null;
  /** The earlier one of the registry's and the registrar's. */
  expiresAt: Date | null;
  registryExpiresAt: Date | null;
  /** Null while `unknown` or `withheld` lacks it: never transferred. */
  lastTransferAt: Date | null;
  /** EPP spelling, sorted; empty while `unknown` or `withheld` has it. */
  statuses: string[];
  nameservers: string[];
  dnssec: DnssecState;
  unknown: DiligenceField[];
  withheld: DiligenceField[];
  /** Host names of the servers. */
  sources: { field: DiligenceField; host: string }[];
  /** The product was transferring the name during the look-up, which explains a lock or a pending transfer. */
  ownTransfer: boolean;
}

const fieldOf: Readonly<Record<string, DiligenceField>> = {
  registrar: 'registrar',
  registeredAt: 'registered_at',
  registryExpiresAt: 'registry_expires_at',
  registrarExpiresAt: 'expires_at',
  lastTransferAt: 'last_transfer_at',
  statuses: 'statuses',
  nameservers: 'nameservers',
  dnssec: 'dnssec',
  ds: 'dnssec',
};

function earlier(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}

function present(rdap: RdapReport): Record<DiligenceField, boolean> {
  const registered = rdap.registeredAt !== undefined;
  return {
    registrar: rdap.registrar?.name !== undefined || rdap.registrar?.ianaId !== undefined,
    registered_at: registered,
    expires_at: (rdap.registrarExpiresAt ?? rdap.registryExpiresAt) !== undefined,
    registry_expires_at: rdap.registryExpiresAt !== undefined,
    // A server that has the other events has this one too, unless there never was a transfer.
    last_transfer_at: rdap.lastTransferAt !== undefined || registered,
    statuses: rdap.statuses !== undefined,
    nameservers: rdap.nameservers !== undefined,
    dnssec: rdap.dnssec !== 'UNKNOWN',
  };
}

function readSources(rdap: RdapReport): DiligenceReport['sources'] {
  const { registrarExpiresAt: registrar, registryExpiresAt: registry } = rdap;
  const hosts = new Map<DiligenceField, string>();
  for (const [name, host] of Object.entries(rdap.sources)) {
    const field = fieldOf[name];
    if (field && name !== 'registrarExpiresAt') hosts.set(field, host);
  }
  const registryGoverns = !registrar || (registry !== undefined && registry <= registrar);
  const host = rdap.sources[registryGoverns ? 'registryExpiresAt' : 'registrarExpiresAt'];
  if (host) hosts.set('expires_at', host);
  return [...hosts].map(([field, host]) => ({ field, host }));
}

export function toDiligenceReport(rdap: RdapReport, ownTransfer: boolean): DiligenceReport {
  const isPresent = present(rdap);
  const hidden = new Set(rdap.withheld.map((name) => fieldOf[name]));
  const missing = diligenceFields.filter((field) => !isPresent[field]);
  const { registrar, registrarExpiresAt, registryExpiresAt } = rdap;
  return {
    asOf: rdap.asOf,
    registrar: isPresent.registrar
      ? { name: registrar?.name ?? null, ianaId: registrar?.ianaId ?? null }
      : null,
    registeredAt: rdap.registeredAt ?? null,
    expiresAt: earlier(registrarExpiresAt, registryExpiresAt) ?? null,
    registryExpiresAt: registryExpiresAt ?? null,
    lastTransferAt: rdap.lastTransferAt ?? null,
    statuses: [...(rdap.statuses ?? [])].sort(),
    nameservers: [...(rdap.nameservers ?? [])].sort(),
    dnssec: rdap.dnssec,
    unknown: missing.filter((field) => !hidden.has(field)),
    withheld: missing.filter((field) => hidden.has(field)),
    sources: readSources(rdap),
    ownTransfer,
  };
}
