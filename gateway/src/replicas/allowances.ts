/** Allowances that all gateways draw from: counters in a NATS bucket, or this one's share while that is away. */

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@nameloan/service/log.ts';
import { jetstream, StorageType } from '@nats-io/jetstream';
import type { KV } from '@nats-io/kv';
import { Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { LRUCache } from 'lru-cache';
import type { Allowance, Grant, Window } from './window.ts';
import { grant } from './window.ts';

/** Longer than any window. */
const keyTtlMs = 120_000;
/** About 400,000 keys, each a network or an account that draws. What is more is counted by shares. */
const bucketBytes = 64 * 1024 * 1024;
/** A caller waits for it, so not for long. */
const defaultTimeoutMs = 500;
/** No caller waits for a store that was just away. */
const pauseMs = 1000;
/** Gateways that draw from one key at once wait a moment of different length each, so that all come through. */
const contention = { tries: 30, pauseMs: 4 };
const openTimeoutMs = 5000;
const keysOfShare = 50_000;

export interface AllowancesOptions {
  connection: NatsConnection;
  /** Of the installation, which names the bucket. */
  stream: string;
  /** How many gateways there are, this one among them. */
  replicas(): number;
  log: Log;
  /** A store that is slower than this counts as away; `defaultTimeoutMs` where absent. */
  timeoutMs?: number;
}

export class Allowances {
  readonly #options: AllowancesOptions;
  readonly #shares = new LRUCache<string, Window>({ max: keysOfShare });
  #bucket: KV | undefined;
  #triedMs = Number.NEGATIVE_INFINITY;
  #opening = false;
  #away = false;

  constructor(options: AllowancesOptions) {
    this.#options = options;
  }

  /** Up to `wanted` points; by this gateway's share of the allowance while the store is away. Never throws. */
  async draw(allowance: Allowance, key: string, wanted: number): Promise<Grant> {
    const id = createHash('sha256').update(`${allowance.name} ${key}`).digest('base64url');
    const bucket = this.#bucket;
    if (!bucket || this.#options.connection.isClosed()) {
      void this.open();
      return this.#drawShare(allowance, id, wanted);
    }
    try {
      return await drawFrom(bucket, id, { allowance, wanted });
    } catch (error) {
      if (!isConflict(error) && !isFull(error)) this.#lose(error);
      return this.#drawShare(allowance, id, wanted);
    }
  }

  #drawShare(allowance: Allowance, id: string, wanted: number): Grant {
    const points = Math.ceil(allowance.points / Math.max(1, this.#options.replicas()));
    const share = { points, seconds: allowance.seconds };
    const { granted, after } = grant(this.#shares.get(id), share, wanted);
    this.#shares.set(id, after);
    return granted;
  }

  #lose(error: unknown): void {
    this.#bucket = undefined;
    this.#triedMs = performance.now();
    if (!this.#away) this.#options.log.warn({ err: error }, 'limits are counted by shares');
    this.#away = true;
  }

  /** Opens the bucket unless that was just tried. Never throws; callers do not wait for it. */
  async open(): Promise<void> {
    if (this.#opening || performance.now() - this.#triedMs < pauseMs) return;
    this.#opening = true;
    try {
      this.#bucket = await openBucket(this.#options);
      if (this.#away) this.#options.log.warn('limits are counted by all gateways together again');
      this.#away = false;
    } catch (error) {
      this.#lose(error);
    } finally {
      this.#opening = false;
    }
  }
}

/** In memory, since it is worth nothing after a minute; as often as the events are kept. */
async function openBucket(options: AllowancesOptions): Promise<KV> {
  const { connection, stream, timeoutMs = defaultTimeoutMs } = options;
  const client = jetstream(connection, { timeout: openTimeoutMs });
  const manager = await client.jetstreamManager();
  const { config } = await manager.streams.info(stream);
  const name = `${stream}_limits`;
  const bucket = await new Kvm(client).create(name, {
    history: 1,
    ttl: keyTtlMs,
    max_bytes: bucketBytes,
    storage: StorageType.Memory,
    replicas: config.num_replicas,
  });
  const { streamInfo } = await bucket.status();
  if (streamInfo.config.num_replicas < config.num_replicas)
    await manager.streams.update(streamInfo.config.name, { num_replicas: config.num_replicas });
  return new Kvm(jetstream(connection, { timeout: timeoutMs })).open(name);
}

/** Written only where nobody else was faster; what is refused is not written at all. */
async function drawFrom(
  bucket: KV,
  id: string,
  { allowance, wanted }: { allowance: Allowance; wanted: number },
): Promise<Grant> {
  for (let tries = 1; ; tries++) {
    const entry = await bucket.get(id);
    const there = entry?.operation === 'PUT' ? entry.json<Window>() : undefined;
    const { granted, after } = grant(there, allowance, wanted);
    if (granted.points === 0) return granted;
    try {
      const text = JSON.stringify(after);
      if (entry) await bucket.update(id, text, entry.revision);
      else await bucket.create(id, text);
      return granted;
    } catch (error) {
      if (tries >= contention.tries || !isConflict(error)) throw error;
      await pause(Math.random() * contention.pauseMs * tries);
    }
  }
}

/** JSStreamWrongLastSequence, and what a stream of several copies says while the rival's write is on its way to them. */
const conflictCodes: unknown[] = [10071, 10164];
const storeFailed = 10077;

/** Another gateway has drawn since we read. */
const isConflict = (error: unknown) => conflictCodes.includes((error as { code?: unknown }).code);

/** There is no room for this key; those that are there are counted as before. */
const isFull = (error: unknown) => (error as { code?: unknown }).code === storeFailed;
