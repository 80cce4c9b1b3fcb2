/** Tracks the other gateways of this installation and their open sockets per client. */

import { publishBestEffort } from '@nameloan/messaging/publish-best-effort';
import { newId } from '@nameloan/runtime/id';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { z } from 'zod';

const reportIntervalMs = 2000;
/** Three missed reports and a margin. */
const replicaTimeoutMs = 7000;
/** Changes within this time are reported together. */
const reportDelayMs = 50;
/** Lower counts are irrelevant to the limits and would only enlarge the message. */
const minReportedCount = 5;

const report = z.object({
  id: z.string(),
  leaving: z.boolean(),
  counts: z.record(z.string(), z.number().int().min(0)),
});

interface RemoteGateway {
  seenAtMs: number;
  counts: Record<string, number>;
}

export interface GatewayReplicas {
  /** The number of gateways, including this one. */
  readonly count: number;
  /** The count of the other gateways under this key. */
  elsewhere(key: string): number;
  /** Schedules a report after a local change. */
  changed(): void;
}

/** Used if this is the only gateway. */
export const singleReplica: GatewayReplicas = {
  count: 1,
  elsewhere: () => 0,
  changed: () => undefined,
};

export class Replicas implements GatewayReplicas {
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #id = newId();
  readonly #others = new Map<string, RemoteGateway>();
  #own: () => Iterable<[string, number]> = () => [];
  #subscription: Subscription | undefined;
  #reportTimer: NodeJS.Timeout | undefined;
  #pendingReport: NodeJS.Timeout | undefined;
  #connected = true;

  constructor(connection: NatsConnection, stream: string) {
    this.#connection = connection;
    this.#subject = `gateways.${stream}`;
  }

  /** `own` returns the current counts of this gateway. */
  start(own: () => Iterable<[string, number]>): void {
    this.#own = own;
    this.#subscription = this.#connection.subscribe(this.#subject, {
      callback: (error, message) => {
        if (!error) this.#handleReport(message.string());
      },
    });
    void this.#watchConnection();
    this.#publishReport(false);
    this.#reportTimer = setInterval(() => this.#publishReport(false), reportIntervalMs).unref();
  }

  get count(): number {
    this.#removeStale();
    return this.#others.size + 1;
  }

  elsewhere(key: string): number {
    this.#removeStale();
    let sum = 0;
    for (const { counts } of this.#others.values()) sum += counts[key] ?? 0;
    return sum;
  }

  changed(): void {
    this.#pendingReport ??= setTimeout(() => this.#publishReport(false), reportDelayMs).unref();
  }

  stop(): void {
    clearInterval(this.#reportTimer);
    this.#publishReport(true);
    this.#subscription?.unsubscribe();
  }

  /** While the broker is disconnected, the known gateways stay valid. */
  async #watchConnection(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'disconnect') this.#connected = false;
      if (type !== 'reconnect') continue;
      this.#connected = true;
      for (const other of this.#others.values()) other.seenAtMs = performance.now();
    }
  }

  #removeStale(): void {
    if (!this.#connected) return;
    const oldestMs = performance.now() - replicaTimeoutMs;
    for (const [id, { seenAtMs }] of this.#others) if (seenAtMs < oldestMs) this.#others.delete(id);
  }

  #handleReport(text: string): void {
    const { success, data } = report.safeParse(readJson(text));
    if (!success || data.id === this.#id) return;
    const { id, leaving, counts } = data;
    const isNew = !this.#others.has(id);
    if (leaving) this.#others.delete(id);
    else this.#others.set(id, { seenAtMs: performance.now(), counts });
    // A new gateway does not know this one yet.
    if (isNew && !leaving) this.changed();
  }

  #publishReport(leaving: boolean): void {
    clearTimeout(this.#pendingReport);
    this.#pendingReport = undefined;
    const counts = Object.fromEntries(
      [...this.#own()].filter(([, count]) => count >= minReportedCount),
    );
    publishBestEffort(
      this.#connection,
      this.#subject,
      JSON.stringify({ id: this.#id, leaving, counts }),
    );
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
