/** The collection of diligence records: one per name, shared by all accounts that have the name. */

import { listOf, nested, oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import type { DiligenceChange, KnownValue } from './changes.ts';
import type { DiligenceReport } from './report.ts';
import { diligenceFields } from './report.ts';

/** Lower values go first. LISTED: a listing has opened. ADDED: a name was added. DAILY: the daily refresh. */
export const priorities = { LISTED: 0, ADDED: 1, DAILY: 2 } as const;

export interface DiligenceRecord {
  /** The name, as A-labels. */
  id: string;
  version: number;
  /** The suffix, `other` or `pledged`: a slow server delays only the names of its lane. */
  lane: string;
  priority: number;
  /** When the next look-up is due; null if none is planned. */
  dueAt: Date | null;
  /** Look-ups without an answer since the last one with an answer. */
  failures: number;
  /** The newest report; null until there is one. */
  report: DiligenceReport | null;
  /** When the registry last answered that there is no such name; null or absent: not since `report`. */
  absentAt?: Date | null;
  known: KnownValue[];
  /** Newest first. */
  changes: DiligenceChange[];
}

export const diligenceRecords = defineModel<DiligenceRecord>('diligence', {
  label: 'diligence report',
  fields: {
    version: Number,
    lane: String,
    priority: Number,
    dueAt: Date,
    failures: Number,
    report: nested({
      asOf: Date,
      registrar: nested({ name: String, ianaId: Number }),
      registeredAt: Date,
      expiresAt: Date,
      registryExpiresAt: Date,
      lastTransferAt: Date,
      statuses: [String],
      nameservers: [String],
      dnssec: oneOf('SIGNED', 'UNSIGNED', 'UNKNOWN'),
      unknown: [{ type: String, enum: diligenceFields }] as never,
      withheld: [{ type: String, enum: diligenceFields }] as never,
      sources: listOf({ field: oneOf(...diligenceFields), host: String }),
      ownTransfer: Boolean,
    }),
    absentAt: Date,
    known: listOf({ field: oneOf(...diligenceFields), value: String }),
    changes: listOf({ at: Date, field: oneOf(...diligenceFields), from: String, to: String }),
  },
  indexes: [[{ lane: 1, priority: 1, dueAt: 1 }], [{ dueAt: 1 }]],
});
