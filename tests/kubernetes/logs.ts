/** Collects the complete logs of our pods, including those of pods that have ended. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster, KubernetesObject } from './cluster.ts';

const pollIntervalMs = 500;
const fatalLevel = 60;
const errorLevel = 50;
/** Messages that are logged for a response with status 500. */
const internalErrorMessages = ['request failed', 'operation failed'];

interface PodLog {
  component: string;
  pod: string;
  text: string;
  /** Whether the log was read to its end. */
  complete: boolean;
}

export class Logs {
  readonly #cluster: Cluster;
  readonly #components: readonly string[];
  /** By pod and start number of its container. */
  readonly #logs = new Map<string, PodLog>();
  readonly #following = new Set<Promise<void>>();
  #watching = true;
  readonly #polling: Promise<void>;

  constructor(cluster: Cluster, components: readonly string[]) {
    this.#cluster = cluster;
    this.#components = components;
    this.#polling = this.#poll();
  }

  async #poll(): Promise<void> {
    const which = ['-l', `app.kubernetes.io/name in (${this.#components.join(',')})`];
    while (this.#watching) {
      const { items } = await this.#cluster.get('pods', ...which).catch(() => ({ items: [] }));
      for (const pod of items) this.#followPod(pod);
      await pause(pollIntervalMs);
    }
  }

  #followPod(pod: KubernetesObject): void {
    const [container] = pod.status.containerStatuses ?? [];
    if (!container?.state.running && !container?.state.terminated) return;
    const restarts: number = container.restartCount;
    const key = (times: number) => `${pod.metadata.name}, start ${times + 1}`;
    const about = {
      component: pod.metadata.labels['app.kubernetes.io/name'],
      pod: pod.metadata.name,
    };
    if (!this.#logs.has(key(restarts))) this.#follow(key(restarts), about, ['-f']);
    // The container ended between two polls, or before its log could be followed.
    if (restarts > 0 && !this.#logs.has(key(restarts - 1)))
      this.#follow(key(restarts - 1), about, ['--previous']);
  }

  #follow(key: string, about: Pick<PodLog, 'component' | 'pod'>, options: string[]): void {
    const log: PodLog = { ...about, text: '', complete: false };
    this.#logs.set(key, log);
    const following = this.#cluster
      .stream(['-n', 'nameloan', 'logs', about.pod, ...options], (text) => {
        log.text += text;
      })
      .then((code) => {
        log.complete = code === 0;
        // The log did not exist yet: the next poll tries again.
        if (code !== 0 && log.text === '') this.#logs.delete(key);
      })
      .finally(() => this.#following.delete(following));
    this.#following.add(following);
  }

  /** Stops looking for new pods; logs of running pods stay as they are now. */
  async stop(): Promise<void> {
    this.#watching = false;
    await this.#polling;
  }

  /** Number of container starts whose logs were collected, by component. */
  get starts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { component } of this.#logs.values())
      counts.set(component, (counts.get(component) ?? 0) + 1);
    return counts;
  }

  #lines(): { key: string; line: string }[] {
    return [...this.#logs].flatMap(([key, { text }]) =>
      // The last line may be incomplete.
      text
        .slice(0, text.lastIndexOf('\n') + 1)
        .split('\n')
        .filter(Boolean)
        .map((line) => ({ key, line })),
    );
  }

  /** Lines that are not a JSON object (as a crash prints them), have level fatal, or report a 500. */
  findFailures(): string[] {
    return this.#lines()
      .filter(({ line }) => {
        const { level, msg } = parse(line) ?? { level: fatalLevel, msg: '' };
        return level >= fatalLevel || internalErrorMessages.includes(msg);
      })
      .map(({ key, line }) => `${key}: ${line}`);
  }

  /** Other messages at error level, with their counts. */
  countErrors(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { line } of this.#lines()) {
      const entry = parse(line);
      if (entry?.level !== errorLevel || internalErrorMessages.includes(entry.msg)) continue;
      counts.set(entry.msg, (counts.get(entry.msg) ?? 0) + 1);
    }
    return counts;
  }
}

/** Undefined if the line is not a JSON object. */
function parse(line: string): { level: number; msg: string } | undefined {
  try {
    const entry = JSON.parse(line);
    if (typeof entry !== 'object' || entry === null) return undefined;
    return { level: Number(entry.level ?? 0), msg: String(entry.msg ?? '') };
  } catch {
    return undefined;
  }
}
