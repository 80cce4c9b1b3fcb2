/** What the last look at the whole ledger found; one record. */

import { defineModel } from '../service-context.ts';

export interface LedgerCheckRecord {
  id: string;
  version: number;
  checkedAt: Date;
  entries: number;
  /** How many faults; 0 where the books are right. */
  mismatches: number;
}

export const ledgerChecks = defineModel<LedgerCheckRecord>('ledger_checks', {
  label: 'ledger check',
  fields: { version: Number, checkedAt: Date, entries: Number, mismatches: Number },
});

export const lastCheckId = 'last';
