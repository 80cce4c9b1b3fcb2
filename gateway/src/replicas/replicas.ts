/** The other gateways of this installation: how many there are, and what each of them has open for whom. */

import { publishBestEffort } from '@nameloan/service/bus/publish-best-effort.ts';
import { newId } from '@nameloan/service/id.ts';
import type { NatsConnection, Subscription } from '@nats-io/transport-node';
import { z } from 'zod';

const reportIntervalMs = 2000;
/** Three that were not heard, and a little. */
const replicaTimeoutMs = 7000;
/** Changes of one moment are told together. */
const reportDelayMs = 50;
/** A few are nobody's concern; they fill no message. */
const minReportedCount = 5;

const word = z.object({
  id: z.string(),
  leaving: z.boolean(),
  counts: z.record(z.string(), z.number().int().min(0)),
});

interface Other {
  seenAtMs: number;
  counts: Record<string, number>;
}

export interface GatewayReplicas {
  /** Gateways that are there, this one among them. */
  readonly count: number;
  /** How much the others have of what is counted under this key. */
  elsewhere(key: string): number;
  /** Something of ours has changed. */
  changed(): void;
}

/** Where there is only one. */
export const singleReplica: GatewayReplicas = {
  count: 1,
  elsewhere: () => 0,
  changed: () => undefined,
};

export class Replicas implements GatewayReplicas {
  readonly #connection: NatsConnection;
  readonly #subject: string;
  readonly #id = newId();
  readonly #others = new Map<string, Other>();
  #own: () => Iterable<[string, number]> = () => [];
  #heard: Subscription | undefined;
  #regular: NodeJS.Timeout | undefined;
  #soon: NodeJS.Timeout | undefined;
  #connected = true;

  constructor(connection: NatsConnection, stream: string) {
    this.#connection = connection;
    this.#subject = `gateways.${stream}`;
  }

  /** `own` says what this one has open now. */
  start(own: () => Iterable<[string, number]>): void {
    this.#own = own;
    this.#heard = this.#connection.subscribe(this.#subject, {
      callback: (error, message) => {
        if (!error) this.#hear(message.string());
      },
    });
    void this.#watch();
    this.#tell(false);
    this.#regular = setInterval(() => this.#tell(false), reportIntervalMs).unref();
  }

  get count(): number {
    this.#forget();
    return this.#others.size + 1;
  }

  elsewhere(key: string): number {
    this.#forget();
    let sum = 0;
    for (const { counts } of this.#others.values()) sum += counts[key] ?? 0;
    return sum;
  }

  changed(): void {
    this.#soon ??= setTimeout(() => this.#tell(false), reportDelayMs).unref();
  }

  stop(): void {
    clearInterval(this.#regular);
    this.#tell(true);
    this.#heard?.unsubscribe();
  }

  /** While the broker is away nobody is heard, and those who were there still are. */
  async #watch(): Promise<void> {
    for await (const { type } of this.#connection.status()) {
      if (type === 'disconnect') this.#connected = false;
      if (type !== 'reconnect') continue;
      this.#connected = true;
      for (const other of this.#others.values()) other.seenAtMs = performance.now();
    }
  }

  #forget(): void {
    if (!this.#connected) return;
    const oldestMs = performance.now() - replicaTimeoutMs;
    for (const [id, { seenAtMs }] of this.#others) if (seenAtMs < oldestMs) this.#others.delete(id);
  }

  #hear(text: string): void {
    const { success, data } = word.safeParse(readJson(text));
    if (!success || data.id === this.#id) return;
    const { id, leaving, counts } = data;
    const isNew = !this.#others.has(id);
    if (leaving) this.#others.delete(id);
    else this.#others.set(id, { seenAtMs: performance.now(), counts });
    // It does not know of us yet.
    if (isNew && !leaving) this.changed();
  }

  #tell(leaving: boolean): void {
    clearTimeout(this.#soon);
    this.#soon = undefined;
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
