/**
 * Whether a registrar hosts the DNS of a domain, by its nameservers: they are under a domain that has the registrar's
 * name, or that `registrar-dns.json` lists for its IANA id or its name. Pure.
 */

import { readFileSync } from 'node:fs';
import { getDomain, getDomainWithoutSuffix } from 'tldts';
import { z } from 'zod';
import type { DiligenceReport } from '../diligence/report.ts';

/** Shorter labels are parts of many names. */
const minLabelLength = 5;

const registrarDns = z.strictObject({
  /** The day on which the rows were last checked. */
  asOf: z.iso.date(),
  /** Domains of nameservers that a registrar offers its customers, its IANA ids, and a part of its names in lower case. */
  hosts: z.array(
    z.strictObject({
      domain: z.string(),
      ianaIds: z.array(z.int()).min(1),
      name: z.string().min(4),
    }),
  ),
});

const { hosts } = registrarDns.parse(
  JSON.parse(readFileSync(new URL('./registrar-dns.json', import.meta.url), 'utf8')),
);
const rowOf = new Map(hosts.map((row) => [row.domain, row]));

/** NONE: the domain has no nameservers. */
export type DnsHosting = 'REGISTRAR' | 'OTHER' | 'NONE' | 'UNKNOWN';

export function findDnsHosting(
  report: Pick<DiligenceReport, 'registrar' | 'nameservers' | 'unknown' | 'withheld'> | null,
): DnsHosting {
  const isMissing = [...(report?.unknown ?? []), ...(report?.withheld ?? [])].includes(
    'nameservers',
  );
  if (!report || isMissing) return 'UNKNOWN';
  const { registrar, nameservers } = report;
  if (nameservers.length === 0) return 'NONE';
  if (!registrar) return 'UNKNOWN';
  return nameservers.some((host) => isOf(host, registrar)) ? 'REGISTRAR' : 'OTHER';
}

function isOf(host: string, { name, ianaId }: NonNullable<DiligenceReport['registrar']>): boolean {
  const domain = getDomain(host);
  if (domain === null) return false;
  const row = rowOf.get(domain);
  if (row && ianaId !== null && row.ianaIds.includes(ianaId)) return true;
  const registrarName = toLetters(name ?? '');
  if (row && registrarName.includes(toLetters(row.name))) return true;
  const label = toLetters(getDomainWithoutSuffix(host) ?? '');
  const hasLabel = label.length >= minLabelLength && registrarName.includes(label);
  return hasLabel || registrarName.startsWith(toLetters(domain));
}

const toLetters = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');
