/** Encrypted strings carry their key's id, and any accepted key that encrypted them decrypts them. */

import assert from 'node:assert/strict';
import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { testActor } from '@nameloan/testkit/service/test-service';
import { signActor, verifyActor } from './actor.ts';
import { decrypt, encrypt, encryptionKeyIdOf } from './encryption.ts';
import { Keyring } from './keyring.ts';

const former = 'the former secret, long enough to be one';
const present = 'the present secret, long enough to be one';
const other = 'another secret, which is never used';

/** The format before keys had ids. */
function encryptWithoutKeyId(text: string, purpose: string, secret: string): string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'nameloan sealed secrets', 32));
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(purpose));
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
}

test('during a rotation both keys decrypt their texts, also texts without a key id', () => {
  const ring = new Keyring(present, former);
  for (const secret of [present, former]) {
    for (const sealed of [
      encrypt('hello', 'test', secret),
      encryptWithoutKeyId('hello', 'test', secret),
    ])
      assert.equal(decrypt(sealed, 'test', ring), 'hello');
  }
});

test('during a rotation services accept actors signed with either secret', () => {
  const ring = new Keyring(present, former);
  const actor = testActor('a');
  for (const secret of [present, former])
    assert.deepEqual(verifyActor(signActor(actor, secret), ring), actor);
  assert.equal(verifyActor(signActor(actor, other), ring), undefined);
});

test('another key, purpose or id, or one flipped bit, prevents decryption', () => {
  const sealed = encrypt('hello', 'test', present);
  assert.throws(() => decrypt(sealed, 'test', other), /INTERNAL_SECRET/);
  assert.throws(() => decrypt(sealed, 'rest', present));
  assert.throws(() =>
    decrypt(`${encryptionKeyIdOf(encrypt('', '', other))}${sealed.slice(8)}`, 'test', present),
  );
  const bytes = Buffer.from(sealed.slice(9), 'base64url');
  bytes[15] = (bytes[15] ?? 0) ^ 1;
  assert.throws(() =>
    decrypt(`${sealed.slice(0, 9)}${bytes.toString('base64url')}`, 'test', present),
  );
  for (const nothing of ['', '.', 'aaaaaaaa.', 'x'.repeat(8)])
    assert.throws(() => decrypt(nothing, 'test', present));
});

test('a dropped secret is accepted for one more minute, and encrypts nothing', (context) => {
  context.mock.timers.enable({ apis: ['Date'] });
  const ring = new Keyring(former);
  ring.replace(present, former);
  assert.ok(ring.accepts(former) && ring.accepts(present) && !ring.accepts(other));
  assert.equal(ring.current, present);
  ring.replace(present);
  assert.ok(ring.accepts(former) && !ring.changing);
  context.mock.timers.tick(61_000);
  assert.ok(!ring.accepts(former) && ring.accepts(present));
});
