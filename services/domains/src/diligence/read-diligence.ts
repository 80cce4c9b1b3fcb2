/** Reads what due diligence knows about a domain, as GraphQL shows it. */

import type { DiligenceReason, DiligenceWarning } from '@nameloan/contracts/diligence';
import { describeDiligence } from '@nameloan/contracts/diligence';
import { now } from '@nameloan/runtime/clock';
import { findSuffix, transferRuleAt } from '../suffix/suffixes.ts';
import type { Assessment, DiligenceContext } from './assess-diligence.ts';
import { assessDiligence } from './assess-diligence.ts';
import type { DiligenceChange } from './changes.ts';
import type { DiligenceRecord } from './diligence.model.ts';
import { diligenceRecords } from './diligence.model.ts';
import type { DiligenceField, DiligenceReport, DnssecState } from './report.ts';
import { diligenceFields } from './report.ts';

/** A listing relies on a report of at most this age, otherwise its state is unknown. */
const maxReportAgeMs = 24 * 3_600_000;

/** What the rules need of a domain's record. */
export interface DiligenceSubject {
  name: string;
  suffix: string;
  /** In custody, or on its way there by the product. */
  own: boolean;
}

export interface Diligence {
  asOf: Date | null;
  source: string | null;
  registrar: { name: string | null; ianaId: number | null } | null;
  registeredAt: Date | null;
  expiresAt: Date | null;
  registryExpiresAt: Date | null;
  lastTransferAt: Date | null;
  statuses: string[];
  nameservers: string[];
  dnssec: DnssecState;
  eligible: boolean;
  reasons: DiligenceReason[];
  warnings: DiligenceWarning[];
  notes: { code: string; blocks: boolean; message: string }[];
  unknown: DiligenceField[];
  withheld: DiligenceField[];
  sources: Record<SourceField, string | null>;
  changes: DiligenceChange[];
}
type SourceField =
  | 'registrar'
  | 'registeredAt'
  | 'expiresAt'
  | 'registryExpiresAt'
  | 'lastTransferAt'
  | 'statuses'
  | 'nameservers'
  | 'dnssec';

function toContext({ suffix, own }: DiligenceSubject, neededUntil: Date | null): DiligenceContext {
  const place = own ? 'OWN' : 'EXTERNAL';
  const getLockHours = (at: Date) => transferRuleAt(suffix, at).postTransferLockHours;
  return {
    at: now(),
    place,
    getLockHours: findSuffix(suffix) ? getLockHours : undefined,
    neededUntil,
  };
}

function isRecent({ asOf }: DiligenceReport, maxAgeMs: number): boolean {
  return now().getTime() - asOf.getTime() <= maxAgeMs;
}

/** The reasons against a domain as collateral by its last report; an older one than `maxAgeMs` is unknown. */
export async function assessDomain(
  subject: DiligenceSubject,
  maxAgeMs = maxReportAgeMs,
): Promise<Assessment> {
  return assessRecord(await diligenceRecords.findById(subject.name), subject, maxAgeMs);
}

export function assessRecord(
  record: DiligenceRecord | undefined,
  subject: DiligenceSubject,
  maxAgeMs = maxReportAgeMs,
): Assessment {
  return assessRecent(record, { maxAgeMs, context: toContext(subject, null) });
}

function assessRecent(
  record: DiligenceRecord | undefined,
  { maxAgeMs, context }: { maxAgeMs: number; context: DiligenceContext },
): Assessment {
  const report = record?.report ?? null;
  const recent = report && isRecent(report, maxAgeMs) ? report : null;
  const missing = record?.absentAt ? 'NOT_REGISTERED' : report && !recent ? 'OUTDATED' : undefined;
  return assessDiligence(recent, { ...context, missing });
}

/**
 * Shows the last report of any age, but reasons and warnings rely on it for a day only, as a listing does.
 * `neededUntil`: as in `DiligenceContext`. Reads of one moment share a command.
 */
export async function readDiligence(
  subject: DiligenceSubject,
  { viewer, neededUntil }: { viewer: 'OWNER' | 'OTHER'; neededUntil: Date | null },
): Promise<Diligence> {
  const record = await diligenceRecords.findById(subject.name);
  const report = record?.report ?? null;
  const { lockedUntil: _, ...assessment } = assessRecent(record, {
    maxAgeMs: maxReportAgeMs,
    context: toContext(subject, neededUntil),
  });
  const note = (code: DiligenceReason | DiligenceWarning, blocks: boolean) => {
    return { code, blocks, message: describeDiligence(code, viewer) };
  };
  return {
    ...showReport(report),
    ...assessment,
    notes: [
      ...assessment.reasons.map((code) => note(code, true)),
      ...assessment.warnings.map((code) => note(code, false)),
    ],
    changes: record?.changes ?? [],
  };
}

function showReport(report: DiligenceReport | null) {
  const hosts = new Map(report?.sources.map(({ field, host }) => [field, host]));
  const host = (field: DiligenceField) => hosts.get(field) ?? null;
  return {
    asOf: report?.asOf ?? null,
    source: host('statuses') ?? host('registered_at') ?? report?.sources[0]?.host ?? null,
    registrar: report?.registrar ?? null,
    registeredAt: report?.registeredAt ?? null,
    expiresAt: report?.expiresAt ?? null,
    registryExpiresAt: report?.registryExpiresAt ?? null,
    lastTransferAt: report?.lastTransferAt ?? null,
    statuses: report?.statuses ?? [],
    nameservers: report?.nameservers ?? [],
    dnssec: report?.dnssec ?? ('UNKNOWN' as const),
    unknown: report?.unknown ?? [...diligenceFields],
    withheld: report?.withheld ?? [],
    sources: {
      registrar: host('registrar'),
      registeredAt: host('registered_at'),
      expiresAt: host('expires_at'),
      registryExpiresAt: host('registry_expires_at'),
      lastTransferAt: host('last_transfer_at'),
      statuses: host('statuses'),
      nameservers: host('nameservers'),
      dnssec: host('dnssec'),
    },
  };
}
