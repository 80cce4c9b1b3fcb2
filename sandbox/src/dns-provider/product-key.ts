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

/**
 * Creates the key the first time, unless the product has the given one; the records are set each time, because they may
 * have been deleted.
 */
export async function loadProductKey(
  context: SandboxContext,
  given?: string | null,
): Promise<ProductKey> {
  const privateKey = given ?? (await loadStoredKey(context));
  const spki = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const fragments = spki.toString('base64').match(new RegExp(`.{1,${fragmentLength}}`, 'g')) ?? [];
  const txt = fragments.map((data, index) => `p=${index + 1},a=RS256,d=${data}`);
  setRecords(context, `${label}.${productId}`, { txt });
  return { providerId: productId, label, privateKey };
}

async function loadStoredKey(context: SandboxContext): Promise<string> {
  const kept = context.store.table('values').get(storedKey);
  if (typeof kept === 'string') return kept;
  const created = await createKey();
  context.store.commit(['values', storedKey, created]);
  return created;
}

async function createKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: modulusBits });
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
}
