/** The collections of verifications and of their results. */

import { listOf, oneOf } from '@nameloan/persistence/fields';
import { defineModel } from '../service-context.ts';
import type { Verification, VerificationBatch } from './verification.ts';
import { nameResults } from './verification.ts';

const keptSeconds = 30 * 86_400;

export const verifications = defineModel<Verification>('verifications', {
  label: 'verification',
  fields: { version: Number, accountId: String, total: Number, createdAt: Date, progressAt: Date },
  indexes: [
    [{ accountId: 1, createdAt: -1 }],
    [{ createdAt: 1 }, { expireAfterSeconds: keptSeconds }],
  ],
});

export const verificationBatches = defineModel<VerificationBatch>('verification_batches', {
  label: 'batch of a verification',
  fields: {
    version: Number,
    verificationId: String,
    position: Number,
    pending: Boolean,
    createdAt: Date,
    rows: listOf({
      domainId: String,
      name: String,
      result: oneOf(...nameResults),
      message: String,
    }),
  },
  indexes: [
    [{ verificationId: 1, position: 1 }],
    [{ createdAt: 1 }, { expireAfterSeconds: keptSeconds }],
  ],
});
