/** The registration of a name by its last report, as lending finds listings by it. Pure. */

import type { EventData } from '@nameloan/contracts/events';
import type { DiligenceRecord } from './diligence.model.ts';

export type Registration = EventData<'domains.domain.registration-reported'>['registration'];

const nothingKnown: Registration = {
  registrar: null,
  registeredAt: null,
  expiresAt: null,
  dnssec: 'UNKNOWN',
};

/** Null before the first answer. While the registry has no such name, nothing is known about it. */
export function toRegistration(record: DiligenceRecord | undefined): Registration | null {
  if (record?.absentAt) return nothingKnown;
  const report = record?.report;
  if (!report) return null;
  const { registrar, registeredAt, expiresAt, dnssec } = report;
  return {
    registrar: registrar && { name: registrar.name, ianaId: registrar.ianaId },
    registeredAt: registeredAt?.toISOString() ?? null,
    expiresAt: expiresAt?.toISOString() ?? null,
    dnssec,
  };
}
