/** The folder of local state: its lock, its secrets and the engines that it was created with. */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { releaseLock, takeLock } from '@nameloan/runtime/file-lock';

export interface Secrets {
  internalSecret: string;
  /** The old secret during a rotation. */
  internalSecretAlso?: string;
  sandboxSecret: string;
  stripeWebhookSecret: string;
  nowpaymentsIpnSecret: string;
}

export interface Engines {
  database: 'embedded' | 'mongod' | 'MONGODB_URL';
  bus: 'embedded' | 'nats-server' | 'NATS_URL';
}

const lockPollMs = 100;
/** Until a process has noticed that its npm was ended, see `exit-with-npm.ts`. */
const noticeMs = 3000;
/** Longer than a stop may take. */
const maxStopMs = 35_000;

/** A start that is rejected; the message is for the user. */
export class StartError extends Error {}

export class DataFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
    try {
      createFolder(this.path);
    } catch (error) {
      const { code } = error as { code?: string };
      throw new StartError(`DATA_DIR ${this.path} cannot be used as a folder (${code}).`);
    }
  }

  file(name: string): string {
    return join(this.path, name);
  }

  /**
   * Takes the folder for this process, once a process that is stopping has ended; `onWait` is called with its id. A lock
   * left by a killed process is recognised and replaced. Throws StartError while another process runs.
   */
  async lock(onWait: (holder: number) => void = () => {}): Promise<void> {
    const startedMs = Date.now();
    let waitsFor: number | undefined;
    for (;;) {
      const holder = takeLock(this.file('lock'));
      if (holder === undefined) {
        // Of a process that was killed while it was stopping.
        rmSync(this.file('stopping'), { force: true });
        return;
      }
      const stopping = this.#read(this.file('stopping')) === String(holder);
      if (stopping && waitsFor !== holder) {
        waitsFor = holder;
        onWait(holder);
      }
      const waitedMs = Date.now() - startedMs;
      if (stopping && waitedMs > maxStopMs)
        throw new StartError(
          `Process ${holder} still uses ${this.path}: it has not finished stopping. Start again later, or end that process.`,
        );
      if (!stopping && waitedMs > noticeMs)
        throw new StartError(
          `Nameloan is already running with ${this.path} (process ${holder}). Stop it first, or set another DATA_DIR.`,
        );
      await pause(lockPollMs);
    }
  }

  /** From now on the next start waits for this process, which has the lock. */
  markStopping(): void {
    try {
      writeFileSync(this.file('stopping'), String(process.pid), { mode: 0o600 });
    } catch {
      // On a full disk the next start is rejected instead.
    }
  }

  unlock(): void {
    rmSync(this.file('run.json'), { force: true });
    rmSync(this.file('stopping'), { force: true });
    releaseLock(this.file('lock'));
  }

  #read(file: string): string {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch {
      return '';
    }
  }

  /** Secrets of this installation, created on the first start. */
  secrets(): Secrets {
    const file = this.file('secrets.json');
    if (!existsSync(file)) {
      const created: Secrets = {
        internalSecret: randomSecret(),
        sandboxSecret: randomSecret(),
        stripeWebhookSecret: `whsec_${randomSecret()}`,
        nowpaymentsIpnSecret: randomSecret(),
      };
      this.#write('secrets.json', created);
    }
    return JSON.parse(readFileSync(file, 'utf8'));
  }

  /** Creates a new installation secret and keeps the old one next to it; an interrupted rotation continues. */
  beginKeyRotation(): Secrets {
    const before = this.secrets();
    if (before.internalSecretAlso !== undefined) return before;
    const { internalSecret } = before;
    this.#write('secrets.json', {
      ...before,
      internalSecret: randomSecret(),
      internalSecretAlso: internalSecret,
    });
    return this.secrets();
  }

  /** Deletes the old secret, once no data is encrypted with it. */
  endKeyRotation(): void {
    const { internalSecretAlso: _, ...secrets } = this.secrets();
    this.#write('secrets.json', secrets);
  }

  /** Throws StartError for other engines than the folder was created with, because they would show an empty product. */
  checkEngines(engines: Engines): void {
    const text = this.#read(this.file('engines.json'));
    if (text === '') return;
    const before = JSON.parse(text) as Engines;
    for (const kind of ['database', 'bus'] as const) {
      if (before[kind] === engines[kind]) continue;
      throw new StartError(
        `${this.path} was created with the ${kind} ${before[kind]} and cannot be used with ${engines[kind]}. Set another DATA_DIR, or start with ${before[kind]} again.`,
      );
    }
  }

  /** Called once the product runs on them, so that a mistyped address does not bind the folder. */
  rememberEngines(engines: Engines): void {
    if (!existsSync(this.file('engines.json'))) this.#write('engines.json', engines);
  }

  /** Lets other commands find the running product. */
  publish(run: Record<string, unknown>): void {
    this.#write('run.json', run);
  }

  #write(name: string, value: unknown): void {
    const file = this.file(name);
    const text = `${JSON.stringify(value, null, 2)}\n`;
    // Flushed before any data is encrypted with it: a secret that is lost in a power cut can't be restored.
    writeFileSync(`${file}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
    const folder = openSync(this.path, 'r');
    fsyncSync(folder);
    closeSync(folder);
  }
}

function randomSecret(): string {
  return randomBytes(32).toString('hex');
}

/** Node's recursive `mkdir` never returns in a folder that is readable but rejects new entries, such as /proc. */
function createFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    createFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}
