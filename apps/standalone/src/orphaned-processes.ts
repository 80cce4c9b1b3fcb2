/** Child processes of a killed start: recorded while it runs, ended before the next start opens the same data. */

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { processStartOf } from '@nameloan/runtime/file-lock';
import type { Child } from './child.ts';

const termDeadlineMs = 6000;

interface ChildProcessRow {
  pid: number;
  start: string;
}

export class ChildRecord {
  readonly #file: string;
  readonly #children: Child[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  /** Records the child each time it starts. */
  adopt(child: Child): void {
    this.#children.push(child);
    child.onStart = () => this.#write();
  }

  #write(): void {
    const pids = this.#children.map((child) => child.pid).filter((pid) => pid !== undefined);
    const rows = pids.map((pid): ChildProcessRow => ({ pid, start: processStartOf(pid) }));
    writeFileSync(`${this.#file}.new`, JSON.stringify(rows), { mode: 0o600 });
    renameSync(`${this.#file}.new`, this.#file);
  }

  /** Ends children of an earlier start that still run: two engines on one folder would corrupt it. */
  async endLeftovers(): Promise<void> {
    const orphans = readRows(this.#file).filter(isRunning);
    for (const { pid } of orphans) signal(pid, 'SIGTERM');
    const deadline = Date.now() + termDeadlineMs;
    while (orphans.some(isRunning) && Date.now() < deadline) await pause(25);
    for (const one of orphans) if (isRunning(one)) signal(one.pid, 'SIGKILL');
    while (orphans.some(isRunning)) await pause(25);
  }
}

function isRunning({ pid, start }: ChildProcessRow): boolean {
  return start !== '' && processStartOf(pid) === start;
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has already exited.
  }
}

function readRows(file: string): ChildProcessRow[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}
