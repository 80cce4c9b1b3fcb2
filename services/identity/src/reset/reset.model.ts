/** Collection of reset links by token hash; MongoDB deletes them a day after they expire. */

import { oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import type { Reset } from './reset.ts';

export const resets = defineModel<Reset>('resets', {
  label: 'reset link',
  fields: {
    version: Number,
    requestId: String,
    accountId: String,
    status: oneOf('OPEN', 'USED'),
    expiresAt: Date,
  },
  indexes: [
    [{ requestId: 1 }, { unique: true }],
    [{ accountId: 1, status: 1 }],
    [{ expiresAt: 1 }, { expireAfterSeconds: 86_400 }],
  ],
});
