/** Collection of applied reversals. */

import { oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import type { Reversal } from './reversal.ts';

export const reversals = defineModel<Reversal>('reversals', {
  label: 'reversal',
  fields: {
    version: Number,
    kind: oneOf('DISPUTE', 'REFUND'),
    status: oneOf('TAKEN', 'LOST', 'UNDONE'),
    depositId: String,
    amountCents: BigInt,
    createdAt: Date,
  },
  indexes: [[{ depositId: 1 }]],
});
