/**
 * The key behind the proofs that an account uses on all its names. It is stored, not derived from the installation's
 * secret: a rotation of the secret would otherwise invalidate every published record.
 */

import { randomBytes } from 'node:crypto';
import { isDuplicate } from '@nameloan/persistence/store';
import { now } from '@nameloan/runtime/clock';
import { commit, decrypt, defineModel, encrypt } from '../service-context.ts';

interface ProofKey {
  id: string;
  version: number;
  /** 32 random bytes as base64url, encrypted. */
  encryptedKey: string;
  createdAt: Date;
}

export const proofKeys = defineModel<ProofKey>('proof_keys', {
  label: 'proof key',
  fields: { version: Number, encryptedKey: String, createdAt: Date },
});

export const proofKeyPurpose = 'domains account proof key';
const keyId = 'account';
const keyBytes = 32;

/** Created by the first call; of concurrent first calls, one creates it. */
export async function readProofKey(): Promise<Buffer> {
  const { encryptedKey } = (await proofKeys.find(keyId)) ?? (await addProofKey());
  return Buffer.from(decrypt(encryptedKey, proofKeyPurpose), 'base64url');
}

async function addProofKey(): Promise<ProofKey> {
  const encryptedKey = encrypt(randomBytes(keyBytes).toString('base64url'), proofKeyPurpose);
  const record = { id: keyId, version: 1, encryptedKey, createdAt: now() };
  try {
    return await commit((tx) => proofKeys.add(record, tx));
  } catch (error) {
    if (isDuplicate(error, '_id')) return proofKeys.get(keyId);
    throw error;
  }
}
