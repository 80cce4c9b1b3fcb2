/** Collection of key pairs; private keys are encrypted. */

import { defineModel } from '../service-context.ts';
import type { SigningKey } from './signing-key.ts';

export const signingKeyRecords = defineModel<SigningKey>('signing_keys', {
  label: 'signing key',
  fields: {
    version: Number,
    sequence: Number,
    publicJwk: String,
    encryptedPrivateKey: String,
    signsFrom: Date,
    createdAt: Date,
  },
  indexes: [[{ sequence: 1 }, { unique: true }]],
});
