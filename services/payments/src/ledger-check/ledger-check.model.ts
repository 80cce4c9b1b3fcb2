/** Result of the last ledger check; one record. */

import { defineModel } from '../service-context.ts';

export interface LedgerCheckRecord {
  id: string;
  version: number;
  checkedAt: Date;
  entries: number;
  /** Number of mismatches. */
  mismatches: number;
}

export const ledgerChecks = defineModel<LedgerCheckRecord>('ledger_checks', {
  label: 'ledger check',
  fields: { version: Number, checkedAt: Date, entries: Number, mismatches: Number },
});

export const lastCheckId = 'last';
