/** Creates a key pair and stores it as the next of the sequence. */

import type { KeyObject } from 'node:crypto';
import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { isDuplicate } from '@nameloan/persistence/store';
import { calculateJwkThumbprint, exportJWK } from 'jose';
import { commit, serviceContext } from '../service-context.ts';
import { signingKeyRecords } from './signing-key.model.ts';

export const keyPurpose = 'identity signing key';

/** False if another process added that number first. */
export async function addKey(next: { sequence: number; signsFrom: Date }): Promise<boolean> {
  const pair = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' });
  const jwk = await exportJWK(pair.publicKey);
  const id = await calculateJwkThumbprint(jwk);
  const publicJwk = JSON.stringify({ ...jwk, kid: id, use: 'sig', alg: 'ES256' });
  const record = {
    id,
    version: 1,
    ...next,
    publicJwk,
    encryptedPrivateKey: serviceContext.encrypt(toPem(pair.privateKey), keyPurpose),
    createdAt: new Date(),
  };
  try {
    await commit((tx) => signingKeyRecords.add(record, tx));
    return true;
  } catch (error) {
    if (isDuplicate(error, 'sequence')) return false;
    throw error;
  }
}

function toPem(key: KeyObject): string {
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
