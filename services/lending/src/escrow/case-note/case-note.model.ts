/** Database model of case notes. */

import { defineModel } from '../../service-context.ts';
import type { CaseNote } from './case-note.ts';

export const caseNotes = defineModel<CaseNote>('casenotes', {
  label: 'note',
  fields: {
    version: Number,
    escrowId: String,
    at: Date,
    accountId: String,
    author: String,
    text: String,
  },
  indexes: [[{ escrowId: 1, at: 1, _id: 1 }]],
});
