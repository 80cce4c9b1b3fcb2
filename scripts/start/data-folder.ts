/** The folder of local state: one process at a time, its secrets, and the engines it was made with. */

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export interface Secrets {
  internalSecret: string;
  sandboxSecret: string;
  stripeWebhookSecret: string;
  nowpaymentsIpnSecret: string;
}

export interface Engines {
  database: 'embedded' | 'mongod' | 'MONGODB_URL';
  bus: 'embedded' | 'nats-server' | 'NATS_URL';
}

/** A plain sentence for whoever started it. */
export class StartRefused extends Error {}

export class DataFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
    mkdirSync(this.path, { recursive: true, mode: 0o700 });
  }

  file(name: string): string {
    return join(this.path, name);
  }

  /** Takes the folder for this process; a lock left by a killed process is recognised and replaced. */
  lock(): void {
    const file = this.file('lock');
    const mine = `${process.pid} ${startOf(process.pid)}`;
    for (let tries = 0; tries < 5; tries++) {
      try {
        writeFileSync(file, mine, { flag: 'wx', mode: 0o600 });
        return;
      } catch (error) {
        if ((error as { code?: string }).code !== 'EEXIST') throw error;
      }
      const [pid = '', start = ''] = this.#read(file).split(' ');
      if (pid !== '' && startOf(Number(pid)) === start) {
        throw new StartRefused(`Nameloan already runs on ${this.path} (process ${pid}).`);
      }
      // Renamed first: of two that find the same stale lock, only one removes it.
      const stale = `${file}.${process.pid}`;
      try {
        renameSync(file, stale);
        rmSync(stale, { force: true });
      } catch {
        // The other one was faster; look again.
      }
    }
    throw new StartRefused(`The lock of ${this.path} cannot be taken.`);
  }

  unlock(): void {
    rmSync(this.file('lock'), { force: true });
    rmSync(this.file('run.json'), { force: true });
  }

  #read(file: string): string {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch {
      return '';
    }
  }

  /** Secrets of this installation, made on the first start. */
  secrets(): Secrets {
    const file = this.file('secrets.json');
    if (!existsSync(file)) {
      const fresh = () => randomBytes(32).toString('hex');
      const made: Secrets = {
        internalSecret: fresh(),
        sandboxSecret: fresh(),
        stripeWebhookSecret: `whsec_${fresh()}`,
        nowpaymentsIpnSecret: fresh(),
      };
      this.#write('secrets.json', made);
    }
    return JSON.parse(readFileSync(file, 'utf8'));
  }

  /** Remembers the engines; other ones later would show an empty product, so they are refused. */
  remember(engines: Engines): void {
    const text = this.#read(this.file('engines.json'));
    if (text !== '') {
      const before = JSON.parse(text) as Engines;
      for (const kind of ['database', 'bus'] as const) {
        if (before[kind] === engines[kind]) continue;
        throw new StartRefused(
          `${this.path} was made with the ${kind} ${before[kind]} and cannot be used with ${engines[kind]}. Name another DATA_DIR, or start as before.`,
        );
      }
      return;
    }
    this.#write('engines.json', engines);
  }

  /** Lets other commands find the running product. */
  publish(run: Record<string, unknown>): void {
    this.#write('run.json', run);
  }

  #write(name: string, value: unknown): void {
    const file = this.file(name);
    writeFileSync(`${file}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
}

/** When a process started, so that a recycled process id is not taken for it; empty when it is gone. */
export function startOf(pid: number): string {
  if (!Number.isInteger(pid) || pid <= 0) return '';
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as { code?: string }).code !== 'EPERM') return '';
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Field 3 is the state; a zombie has ended.
    return fields[0] === 'Z' ? '' : (fields[19] ?? 'alive');
  } catch {
    return 'alive';
  }
}
