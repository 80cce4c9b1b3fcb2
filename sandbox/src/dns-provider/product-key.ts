/** The key pair with which the product signs its requests to DNS providers; the sandbox publishes the public part. */

import { createPublicKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { setRecords } from '../dns/zone.ts';
import type { SandboxContext } from '../sandbox-context.ts';
import { productId } from './template.ts';

export interface ProductKey {
  /** The domain under which the public key is published, which is also the id of the product's templates. */
  readonly providerId: string;
  /** The label of the key's records. */
  readonly label: string;
  /** PKCS #8 as PEM. */
  readonly privateKey: string;
}

const label = 'dc1';
const storedKey = 'domainConnectKey';
const modulusBits = 2048;
/** Leaves room for the other fields within a string of 255 bytes. */
const fragmentLength = 200;

/** Creates the key the first time; the records are set each time, because they may have been deleted. */
export async function loadProductKey(context: SandboxContext): Promise<ProductKey> {
  const kept = context.store.table('values').get(storedKey);
  const privateKey = typeof kept === 'string' ? kept : await createKey();
  if (kept !== privateKey) context.store.commit(['values', storedKey, privateKey]);
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const fragments = spki.toString('base64').match(new RegExp(`.{1,${fragmentLength}}`, 'g')) ?? [];
  const txt = fragments.map((data, index) => `p=${index + 1},a=RS256,d=${data}`);
  setRecords(context, `${label}.${productId}`, { txt });
  return { providerId: productId, label, privateKey };
}

async function createKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: modulusBits });
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}
