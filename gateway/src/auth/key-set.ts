/** The public keys of the identity service: cached, and fetched again when a token names an unknown key. */

import type { Log } from '@nameloan/runtime/log';
import type { CryptoKey, JWK } from 'jose';
import { importJWK } from 'jose';
import { request } from 'undici';
import { z } from 'zod';

const maxAgeMs = 60_000;
/** Limits fetches to one per interval, even under a flood of tokens with invented key ids. */
const retryDelayMs = 1000;
const timeoutMs = 3000;

const jwks = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('EC') })) });

/** The key set was never loaded, so tokens can be neither accepted nor rejected. */
export class KeysUnavailableError extends Error {}

export class KeySet {
  readonly #url: () => string;
  readonly #log: Log;
  #keys: Map<string, CryptoKey> | undefined;
  #attemptedAtMs = 0;
  #loadedAtMs = 0;
  #loading: Promise<void> | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(url: () => string, log: Log) {
    this.#url = url;
    this.#log = log;
  }

  get loaded(): boolean {
    return this.#keys !== undefined;
  }

  /** Finds a key by id; undefined if identity does not have it. Throws KeysUnavailableError. */
  async find(kid: string): Promise<CryptoKey | undefined> {
    const stale = Date.now() - this.#loadedAtMs > maxAgeMs;
    const known = this.#keys?.get(kid);
    if (known && !stale) return known;
    await this.#reload();
    if (!this.#keys) throw new KeysUnavailableError('the key set was never loaded');
    return this.#keys.get(kid);
  }

  /** Reloads the keys, unless it just tried. After a failure the known keys stay valid. */
  #reload(): Promise<void> {
    if (this.#loading) return this.#loading;
    if (Date.now() - this.#attemptedAtMs < retryDelayMs) return Promise.resolve();
    this.#attemptedAtMs = Date.now();
    this.#loading = this.#load()
      .catch((error) => this.#log.warn({ err: error }, 'key set cannot be loaded'))
      .finally(() => {
        this.#loading = undefined;
      });
    return this.#loading;
  }

  /** Loads the keys before the first token and retries until it succeeds; until then the gateway is not ready. */
  async load(): Promise<void> {
    await this.#reload();
    if (this.#keys || this.#stopped) return;
    this.#retryTimer = setTimeout(() => void this.load(), retryDelayMs).unref();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#retryTimer);
  }

  async #load(): Promise<void> {
    const response = await request(`${this.#url()}/keys`, {
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const body = await response.body.json();
    if (response.statusCode !== 200) throw new Error(`identity responded ${response.statusCode}`);
    const keys = new Map<string, CryptoKey>();
    for (const key of jwks.parse(body).keys) {
      const imported = await importJWK(key as JWK, 'ES256');
      if (!(imported instanceof Uint8Array)) keys.set(key.kid, imported);
    }
    this.#keys = keys;
    this.#loadedAtMs = Date.now();
  }
}
