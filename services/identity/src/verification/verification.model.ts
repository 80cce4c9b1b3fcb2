/** Collection of verification links by token hash; MongoDB deletes them a day after they expire. */

import { oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import type { Verification } from './verification.ts';

export const verifications = defineModel<Verification>('verifications', {
  label: 'verification link',
  fields: {
    version: Number,
    requestId: String,
    accountId: String,
    emailKey: String,
    changesAddress: Boolean,
    status: oneOf('OPEN', 'USED'),
    expiresAt: Date,
  },
  indexes: [
    [{ requestId: 1 }, { unique: true }],
    [{ accountId: 1, status: 1 }],
    [{ expiresAt: 1 }, { expireAfterSeconds: 86_400 }],
  ],
});
