/** All that our programs' pods print from their start to their end, those that have died included. */

import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster, Found } from './cluster.ts';

const lookAgainMs = 500;
const fatalLevel = 60;
const errorLevel = 50;
/** What is logged where somebody was answered with a 500. */
const failures = ['a request failed', 'an operation failed'];

interface Told {
  program: string;
  pod: string;
  text: string;
  /** Whether its pod has been asked for all of it. */
  whole: boolean;
}

export class Logs {
  readonly #cluster: Cluster;
  readonly #programs: readonly string[];
  /** By pod and how often its container had been started before. */
  readonly #told = new Map<string, Told>();
  readonly #following = new Set<Promise<void>>();
  #watching = true;
  readonly #looking: Promise<void>;

  constructor(cluster: Cluster, programs: readonly string[]) {
    this.#cluster = cluster;
    this.#programs = programs;
    this.#looking = this.#look();
  }

  async #look(): Promise<void> {
    const which = ['-l', `app.kubernetes.io/name in (${this.#programs.join(',')})`];
    while (this.#watching) {
      const { items } = await this.#cluster.get('pods', ...which).catch(() => ({ items: [] }));
      for (const pod of items) this.#meet(pod);
      await pause(lookAgainMs);
    }
  }

  #meet(pod: Found): void {
    const [container] = pod.status.containerStatuses ?? [];
    if (!container?.state.running && !container?.state.terminated) return;
    const restarts: number = container.restartCount;
    const key = (times: number) => `${pod.metadata.name}, start ${times + 1}`;
    const about = {
      program: pod.metadata.labels['app.kubernetes.io/name'],
      pod: pod.metadata.name,
    };
    if (!this.#told.has(key(restarts))) this.#hear(key(restarts), about, ['-f']);
    // It ended between two looks, or before its log could be followed.
    if (restarts > 0 && !this.#told.has(key(restarts - 1)))
      this.#hear(key(restarts - 1), about, ['--previous']);
  }

  #hear(key: string, about: Pick<Told, 'program' | 'pod'>, how: string[]): void {
    const told: Told = { ...about, text: '', whole: false };
    this.#told.set(key, told);
    const following = this.#cluster
      .stream(['-n', 'nameloan', 'logs', about.pod, ...how], (text) => {
        told.text += text;
      })
      .then((code) => {
        told.whole = code === 0;
        // Not there yet: it is met again.
        if (code !== 0 && told.text === '') this.#told.delete(key);
      })
      .finally(() => this.#following.delete(following));
    this.#following.add(following);
  }

  /** Looks no more. The logs of pods that run on are as long as they are now. */
  async end(): Promise<void> {
    this.#watching = false;
    await this.#looking;
  }

  /** How many starts of containers were heard, by program. */
  get starts(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { program } of this.#told.values())
      counts.set(program, (counts.get(program) ?? 0) + 1);
    return counts;
  }

  #lines(): { key: string; line: string }[] {
    return [...this.#told].flatMap(([key, { text }]) =>
      // The last may be under way.
      text
        .slice(0, text.lastIndexOf('\n') + 1)
        .split('\n')
        .filter(Boolean)
        .map((line) => ({ key, line })),
    );
  }

  /** Lines that are no JSON object, as a crash leaves them, that say fatal, or that somebody was answered with a 500. */
  wrong(): string[] {
    return this.#lines()
      .filter(({ line }) => {
        const { level, msg } = parse(line) ?? { level: fatalLevel, msg: '' };
        return level >= fatalLevel || failures.includes(msg);
      })
      .map(({ key, line }) => `${key}: ${line}`);
  }

  /** Other words at error level, with how often they were said. */
  errors(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { line } of this.#lines()) {
      const found = parse(line);
      if (found?.level !== errorLevel || failures.includes(found.msg)) continue;
      counts.set(found.msg, (counts.get(found.msg) ?? 0) + 1);
    }
    return counts;
  }
}

/** Undefined where it is no JSON object. */
function parse(line: string): { level: number; msg: string } | undefined {
  try {
    const found = JSON.parse(line);
    if (typeof found !== 'object' || found === null) return undefined;
    return { level: Number(found.level ?? 0), msg: String(found.msg ?? '') };
  } catch {
    return undefined;
  }
}
