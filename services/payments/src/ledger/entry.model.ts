/** Collection of journal entries. */

import { listOf, oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import type { Entry } from './entry.ts';

export const entries = defineModel<Entry>('journal_entries', {
  label: 'journal entry',
  fields: {
    version: Number,
    kind: oneOf('ADJUSTMENT', 'DEPOSIT', 'REFUND', 'RENEWAL_FEE', 'TRANSFER_FEE'),
    accountId: String,
    transactionId: String,
    postings: listOf({ account: String, amountCents: BigInt }),
    postedAt: Date,
  },
  indexes: [[{ accountId: 1, postedAt: -1 }], [{ transactionId: 1 }]],
});
