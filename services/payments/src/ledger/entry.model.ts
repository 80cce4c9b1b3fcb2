/** The journal. */

import { listOf } from '@nameloan/service/store/model.ts';
import { defineModel } from '../kit.ts';
import type { Entry } from './entry.ts';

export const entries = defineModel<Entry>('journal_entries', {
  called: 'journal entry',
  fields: {
    version: Number,
    kind: String,
    accountId: String,
    transactionId: String,
    postings: listOf({ account: String, amountCents: BigInt }),
    postedAt: Date,
  },
  indexes: [[{ accountId: 1, postedAt: -1 }], [{ transactionId: 1 }]],
});
