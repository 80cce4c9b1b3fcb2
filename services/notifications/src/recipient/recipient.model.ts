/** Where the copies of accounts are kept. */

import { defineModel } from '../kit.ts';
import type { Recipient } from './recipient.ts';

export const recipients = defineModel<Recipient>('recipients', {
  called: 'account',
  fields: {
    version: Number,
    accountVersion: Number,
    name: String,
    email: String,
    operator: Boolean,
    lastNumber: Number,
  },
  indexes: [[{ operator: 1 }, { partialFilterExpression: { operator: true } }]],
});
