/** Encrypts secrets for transport and storage (reset tokens, auth codes) by AES-256-GCM with a key of the installation. */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Keyring, keyIdOf } from './keyring.ts';

const idLength = 8;
const nonceBytes = 12;
const tagBytes = 16;
const keys = new Map<string, Buffer>();

function keyOf(secret: string): Buffer {
  let key = keys.get(secret);
  if (key === undefined) {
    key = Buffer.from(hkdfSync('sha256', secret, '', 'nameloan sealed secrets', 32));
    keys.set(secret, key);
  }
  return key;
}

/**
 * Encrypts `text` for one purpose; the purpose is authenticated, so the result is useless elsewhere.
 * Result: the key's id, a dot, and base64url of nonce (12 bytes), tag (16) and ciphertext.
 */
export function encrypt(text: string, purpose: string, secret: string): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), nonce);
  cipher.setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  const bytes = Buffer.concat([nonce, cipher.getAuthTag(), body]);
  return `${keyIdOf(secret)}.${bytes.toString('base64url')}`;
}

/** Id of the key that encrypted the string; undefined for strings from before key ids. */
export function encryptionKeyIdOf(sealed: string): string | undefined {
  return sealed[idLength] === '.' ? sealed.slice(0, idLength) : undefined;
}

/**
 * Decrypts the result of `encrypt` with one of the keys; throws if keys, purpose or text do not match. A text without
 * a key id is tried with each key.
 */
export function decrypt(sealed: string, purpose: string, secrets: Keyring | string): string {
  const { all } = typeof secrets === 'string' ? new Keyring(secrets) : secrets;
  const id = encryptionKeyIdOf(sealed);
  const fitting = id === undefined ? all : all.filter((secret) => keyIdOf(secret) === id);
  const bytes = Buffer.from(id === undefined ? sealed : sealed.slice(idLength + 1), 'base64url');
  for (const secret of fitting) {
    try {
      return open(bytes, purpose, secret);
    } catch {
      // Another key may match.
    }
  }
  throw new Error(`a text encrypted for "${purpose}" cannot be decrypted with INTERNAL_SECRET`);
}

function open(bytes: Buffer, purpose: string, secret: string): string {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const body = bytes.subarray(nonceBytes + tagBytes);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
