/** Collection of account copies. */

import { oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import { notificationKinds } from '../templates/notification-kind.ts';
import type { Recipient } from './recipient.ts';

export const recipients = defineModel<Recipient>('recipients', {
  label: 'account',
  fields: {
    version: Number,
    accountVersion: Number,
    name: String,
    email: String,
    operator: Boolean,
    mailOff: [oneOf(...notificationKinds)],
    lastNumber: Number,
    lastNotifiedAt: Date,
  },
  indexes: [[{ operator: 1 }, { partialFilterExpression: { operator: true } }]],
});
