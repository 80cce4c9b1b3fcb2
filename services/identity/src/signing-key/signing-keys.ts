/** Signing keys, cached for half a minute. */

import type { KeyObject } from 'node:crypto';
import { createPrivateKey } from 'node:crypto';
import { serviceContext } from '../service-context.ts';
import { addKey, keyPurpose } from './add-key.ts';
import { signingKeyRecords } from './signing-key.model.ts';
import type { SigningKey } from './signing-key.ts';
import { findPublished, findSigner } from './signing-key.ts';

const cacheMs = 30_000;

class SigningKeys {
  #records: SigningKey[] = [];
  #readAtMs = 0;
  #reading: Promise<void> | undefined;
  readonly #private = new Map<string, KeyObject>();

  /** Reads the keys; creates one that signs immediately if none can be decrypted. */
  async open(): Promise<void> {
    this.#private.clear();
    await this.#read();
    while (!this.#usable(Date.now())) {
      const newest = this.#records.at(-1);
      await addKey({ sequence: (newest?.sequence ?? 0) + 1, signsFrom: new Date() });
      await this.#read();
    }
  }

  /** The key that signs now. */
  async current(): Promise<{ kid: string; privateKey: KeyObject }> {
    await this.#refresh();
    const usable = this.#usable(Date.now());
    if (!usable) throw new Error('there is no signing key');
    return usable;
  }

  /** Public JWKs of all keys whose tokens may be valid, and of the next one (RFC 7517). */
  async published(): Promise<Record<string, unknown>[]> {
    await this.#refresh();
    return findPublished(this.#records, Date.now()).map((key) => JSON.parse(key.publicJwk));
  }

  /** All records, oldest first. */
  async list(): Promise<readonly SigningKey[]> {
    await this.#read();
    return this.#records;
  }

  async #refresh(): Promise<void> {
    if (Date.now() - this.#readAtMs < cacheMs) return;
    this.#reading ??= this.#read()
      .catch((error) =>
        serviceContext.log.warn({ err: error }, 'signing keys could not be refreshed'),
      )
      .finally(() => {
        this.#reading = undefined;
      });
    await this.#reading;
  }

  async #read(): Promise<void> {
    this.#records = await signingKeyRecords.findMany({}, { sort: { sequence: 1 } });
    this.#readAtMs = Date.now();
  }

  #usable(wallMs: number): { kid: string; privateKey: KeyObject } | undefined {
    const key = findSigner(this.#records, wallMs);
    if (!key) return undefined;
    const known = this.#private.get(key.id);
    if (known) return { kid: key.id, privateKey: known };
    try {
      const privateKey = createPrivateKey(
        serviceContext.decrypt(key.encryptedPrivateKey, keyPurpose),
      );
      this.#private.set(key.id, privateKey);
      return { kid: key.id, privateKey };
    } catch (error) {
      serviceContext.log.error({ err: error, kid: key.id }, 'signing key could not be decrypted');
      return undefined;
    }
  }
}

export const signingKeys = new SigningKeys();
