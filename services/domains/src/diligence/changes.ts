/** The differences between two reports about a name. Pure. */

import type { DiligenceField, DiligenceReport } from './report.ts';
import { diligenceFields } from './report.ts';

export interface DiligenceChange {
  at: Date;
  field: DiligenceField;
  from: string;
  to: string;
}

/** The last known value of a field, as text. */
export interface KnownValue {
  field: DiligenceField;
  value: string;
}

/** The newest changes that are kept for a name. */
const maxChanges = 100;
const maxValueLength = 500;

const isoDate = (date: Date | null): string => date?.toISOString() ?? '';

/** Registrars are compared by their IANA id where both have one, because spellings of names vary. */
function describeRegistrar({ name, ianaId }: { name: string | null; ianaId: number | null }) {
  if (ianaId === null) return name ?? '';
  return name === null ? `IANA ${ianaId}` : `${name} (IANA ${ianaId})`;
}

function describeField(report: DiligenceReport, field: DiligenceField): string {
  switch (field) {
    case 'registrar':
      return report.registrar ? describeRegistrar(report.registrar) : '';
    case 'registered_at':
      return isoDate(report.registeredAt);
    case 'expires_at':
      return isoDate(report.expiresAt);
    case 'registry_expires_at':
      return isoDate(report.registryExpiresAt);
    case 'last_transfer_at':
      return isoDate(report.lastTransferAt);
    case 'statuses':
      return report.statuses.join(', ');
    case 'nameservers':
      return report.nameservers.join(', ');
    case 'dnssec':
      return report.dnssec;
  }
}

const ianaIdOf = (text: string): string | undefined => /IANA (\d+)\)?$/.exec(text)?.[1];

function isSame(field: DiligenceField, one: string, other: string): boolean {
  if (field !== 'registrar') return one === other;
  const [id, otherId] = [ianaIdOf(one), ianaIdOf(other)];
  if (id !== undefined && otherId !== undefined) return id === otherId;
  const nameOf = (text: string) => text.replace(/ ?\(?IANA \d+\)?$/, '').toLowerCase();
  const [name, otherName] = [nameOf(one), nameOf(other)];
  // Without a common attribute, nothing says that they differ.
  return name === '' || otherName === '' || name === otherName;
}

/** A field that is unknown or withheld is no change: its last known value stays. */
export function compareReports(
  known: readonly KnownValue[],
  report: DiligenceReport,
): { known: KnownValue[]; changes: DiligenceChange[] } {
  const before = new Map(known.map(({ field, value }) => [field, value]));
  const changes: DiligenceChange[] = [];
  for (const field of diligenceFields) {
    if (report.unknown.includes(field) || report.withheld.includes(field)) continue;
    const to = describeField(report, field).slice(0, maxValueLength);
    const from = before.get(field);
    before.set(field, to);
    if (from !== undefined && !isSame(field, from, to))
      changes.push({ at: report.asOf, field, from, to });
  }
  return { known: [...before].map(([field, value]) => ({ field, value })), changes };
}

/** Newest first. */
export function withChanges(
  former: readonly DiligenceChange[],
  newest: readonly DiligenceChange[],
): DiligenceChange[] {
  return [...newest, ...former].slice(0, maxChanges);
}
