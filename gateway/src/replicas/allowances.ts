/** Allowances shared by all gateways: counters in a NATS bucket, or this gateway's share while NATS is down. */

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureLimitsBucket, limitsBucket } from '@nameloan/messaging/nats/limits-bucket';
import type { Log } from '@nameloan/runtime/log';
import { jetstream } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import { Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { LRUCache } from 'lru-cache';
import type { Allowance, Grant, Window } from './window.ts';
import { grant } from './window.ts';

/** Short, because a client waits for it. */
const defaultTimeoutMs = 500;
/** After a failure the store is not tried again for this time. */
const pauseMs = 1000;
/** Gateways that update one key at once retry after random delays, so that all succeed. */
const conflictRetries = { attempts: 30, pauseMs: 4 };
const maxShareKeys = 50_000;

export interface AllowancesOptions {
  connection: NatsConnection;
  /** The stream of the installation, which names the bucket. */
  stream: string;
  /** The number of gateways, including this one. */
  replicas(): number;
  log: Log;
  /** A slower store counts as down; default `defaultTimeoutMs`. */
  timeoutMs?: number;
}

export class Allowances {
  readonly #options: AllowancesOptions;
  readonly #shares = new LRUCache<string, Window>({ max: maxShareKeys });
  #bucket: KV | undefined;
  #attemptedAtMs = Number.NEGATIVE_INFINITY;
  #opening = false;
  #isDown = false;

  constructor(options: AllowancesOptions) {
    this.#options = options;
  }

  /** Draws up to `wanted` points, from this gateway's share while the store is down. Never throws. */
  async draw(allowance: Allowance, key: string, wanted: number): Promise<Grant> {
    const id = createHash('sha256').update(`${allowance.name} ${key}`).digest('base64url');
    const bucket = this.#bucket;
    if (!bucket || this.#options.connection.isClosed()) {
      void this.open();
      return this.#drawFromShare(allowance, id, wanted);
    }
    try {
      return await drawFrom(bucket, id, { allowance, wanted });
    } catch (error) {
      if (!isConflict(error) && !isFull(error)) this.#handleFailure(error);
      return this.#drawFromShare(allowance, id, wanted);
    }
  }

  #drawFromShare(allowance: Allowance, id: string, wanted: number): Grant {
    const points = Math.ceil(allowance.points / Math.max(1, this.#options.replicas()));
    const share = { points, seconds: allowance.seconds };
    const { granted, after } = grant(this.#shares.get(id), share, wanted);
    this.#shares.set(id, after);
    return granted;
  }

  #handleFailure(error: unknown): void {
    this.#bucket = undefined;
    this.#attemptedAtMs = performance.now();
    if (!this.#isDown) this.#options.log.warn({ err: error }, 'limits are counted per gateway');
    this.#isDown = true;
  }

  /** Opens the bucket, unless it just tried. Never throws; requests do not wait for it. */
  async open(): Promise<void> {
    if (this.#opening || performance.now() - this.#attemptedAtMs < pauseMs) return;
    this.#opening = true;
    try {
      this.#bucket = await openBucket(this.#options);
      if (this.#isDown) this.#options.log.warn('limits are shared by all gateways again');
      this.#isDown = false;
    } catch (error) {
      this.#handleFailure(error);
    } finally {
      this.#opening = false;
    }
  }
}

/** Creates the bucket if it is missing, and opens it with the client's short timeout. */
async function openBucket(options: AllowancesOptions): Promise<KV> {
  const { connection, stream, timeoutMs = defaultTimeoutMs } = options;
  await ensureLimitsBucket(connection, stream);
  const client = jetstream(connection, { timeout: timeoutMs, checkAPI: false });
  return new Kvm(client).open(limitsBucket(stream).name);
}

/** Writes only if no other gateway was faster; an exhausted allowance is not written. */
async function drawFrom(
  bucket: KV,
  id: string,
  { allowance, wanted }: { allowance: Allowance; wanted: number },
): Promise<Grant> {
  for (let attempts = 1; ; attempts++) {
    const entry = await bucket.get(id);
    const current = entry?.operation === 'PUT' ? entry.json<Window>() : undefined;
    const { granted, after } = grant(current, allowance, wanted);
    if (granted.points === 0) return granted;
    try {
      const text = JSON.stringify(after);
      if (entry) await bucket.update(id, text, entry.revision);
      else await bucket.create(id, text);
      return granted;
    } catch (error) {
      if (attempts >= conflictRetries.attempts || !isConflict(error)) throw error;
      await pause(Math.random() * conflictRetries.pauseMs * attempts);
    }
  }
}

/** JSStreamWrongLastSequence, and the error of a replicated stream while a concurrent write is being replicated. */
const conflictCodes: unknown[] = [10071, 10164];
const storeFailed = 10077;

/** Another gateway has updated the key since the read. */
const isConflict = (error: unknown) => conflictCodes.includes((error as { code?: unknown }).code);

/** The bucket has no room for another key; existing keys are still counted. */
const isFull = (error: unknown) => (error as { code?: unknown }).code === storeFailed;
