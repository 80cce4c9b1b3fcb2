/** Children of a start that was killed: recorded while it runs, ended before the next one opens the same data. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { processStartOf } from '@nameloan/runtime/file-lock';
import type { Child } from './child.ts';

const termMs = 6000;

interface Recorded {
  pid: number;
  start: string;
}

export class ChildRecord {
  readonly #file: string;
  readonly #children: Child[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  /** Writes the child down each time it starts. */
  adopt(child: Child): void {
    this.#children.push(child);
    child.onStart = () => this.#write();
  }

  #write(): void {
    const pids = this.#children.map((child) => child.pid).filter((pid) => pid !== undefined);
    const rows = pids.map((pid): Recorded => ({ pid, start: processStartOf(pid) }));
    writeFileSync(`${this.#file}.new`, JSON.stringify(rows), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** Ends what an earlier start has left running; two engines on one folder would ruin it. */
  async endLeftovers(): Promise<void> {
    const left = read(this.#file).filter(lives);
    for (const { pid } of left) signal(pid, 'SIGTERM');
    const deadline = Date.now() + termMs;
    while (left.some(lives) && Date.now() < deadline) await pause(25);
    for (const one of left) if (lives(one)) signal(one.pid, 'SIGKILL');
    while (left.some(lives)) await pause(25);
  }
}

function lives({ pid, start }: Recorded): boolean {
  return start !== '' && processStartOf(pid) === start;
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already exited.
  }
}

function read(file: string): Recorded[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}
