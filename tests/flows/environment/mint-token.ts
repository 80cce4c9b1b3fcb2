/** Creates access tokens with any lifetime, signed with identity's real key. */

import { createPrivateKey } from 'node:crypto';
import { keyPurpose } from '@nameloan/identity/signing-key/add-key';
import { decrypt } from '@nameloan/security/encryption';
import { importPKCS8, SignJWT } from 'jose';
import { MongoClient } from 'mongodb';

export interface Store {
  mongoUrl: string;
  databasePrefix: string;
  internalSecret: string;
  /** A second accepted secret during a rotation. */
  internalSecretAlso?: string | undefined;
}

/** Copies the claims of `token` with a new expiry, `lifeSeconds` from now; negative for an expired one. */
export async function mintToken(store: Store, token: string, lifeSeconds: number): Promise<string> {
  const [, payload = ''] = token.split('.');
  const { sub, sid } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const { kid, key } = await signingKey(store);
  const nowSeconds = Math.floor(Date.now() / 1000);
  return new SignJWT({ sid })
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid })
    .setIssuer('nameloan')
    .setSubject(sub)
    .setIssuedAt(nowSeconds + Math.min(0, lifeSeconds) - 1)
    .setExpirationTime(nowSeconds + lifeSeconds)
    .sign(key);
}

async function signingKey(store: Store) {
  const client = await new MongoClient(store.mongoUrl).connect();
  try {
    const keys = client.db(`${store.databasePrefix}identity`).collection('signing_keys');
    const record = await keys.findOne({}, { sort: { sequence: 1 } });
    if (!record) throw new Error('identity has no key');
    const pem = decrypt(String(record.encryptedPrivateKey), keyPurpose, store.internalSecret);
    const pkcs8 = createPrivateKey(pem).export({ type: 'pkcs8', format: 'pem' }).toString();
    return { kid: String(record._id), key: await importPKCS8(pkcs8, 'ES256') };
  } finally {
    await client.close();
  }
}
