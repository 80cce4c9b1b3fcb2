/** Watches a supergraph file that may change at run time, and reports a change once it is written completely. */

import type { FSWatcher } from 'node:fs';
import { readFileSync, watch } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@nameloan/runtime/log';
import { SettingsError } from '@nameloan/runtime/settings';

/** Polls as well, for file systems without change events. */
const pollIntervalMs = 5000;
/** Waits for the writer to finish. A half-written file is rejected, and its completion is another change. */
const settleMs = 200;

/** Throws SettingsError if the file cannot be read. */
export function readSupergraphFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SettingsError([`SUPERGRAPH_FILE cannot be read: ${(error as Error).message}.`]);
  }
}

export class SupergraphFile {
  readonly #path: string;
  readonly #onChange: (sdl: string) => Promise<void>;
  readonly #log: Log;
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #seen: string | undefined;
  #checking: Promise<void> | undefined;
  #pending = false;
  #stopped = false;

  /** Calls `onChange` with each new text, one at a time. */
  constructor(path: string, { onChange, log }: { onChange(sdl: string): Promise<void>; log: Log }) {
    this.#path = path;
    this.#onChange = onChange;
    this.#log = log;
  }

  start(): void {
    try {
      // Kubernetes replaces a link in this folder and never writes to the file itself.
      this.#watcher = watch(dirname(this.#path), { persistent: false }, () =>
        this.#scheduleCheck(),
      );
      this.#watcher.on('error', (error) =>
        this.#log.warn({ err: error }, 'supergraph folder is no longer watched'),
      );
    } catch (error) {
      this.#log.warn({ err: error }, 'supergraph folder cannot be watched');
    }
    this.#timer = setInterval(() => this.#scheduleCheck(), pollIntervalMs).unref();
    this.#scheduleCheck();
  }

  #scheduleCheck(): void {
    this.#pending = true;
    this.#checking ??= this.#checkPending().finally(() => {
      this.#checking = undefined;
    });
  }

  async #checkPending(): Promise<void> {
    while (this.#pending && !this.#stopped) {
      this.#pending = false;
      try {
        await this.#checkOnce();
      } catch (error) {
        if (this.#seen !== undefined)
          this.#log.warn({ err: error }, 'SUPERGRAPH_FILE cannot be read');
        this.#seen = undefined;
      }
    }
  }

  async #checkOnce(): Promise<void> {
    let state = await this.#fingerprint();
    if (state === this.#seen) return;
    for (let before = ''; state !== before; ) {
      before = state;
      await pause(settleMs);
      state = await this.#fingerprint();
    }
    this.#seen = state;
    await this.#onChange(await readFile(this.#path, 'utf8'));
  }

  /** A fingerprint that changes with the file or when another file replaces it. */
  async #fingerprint(): Promise<string> {
    const { dev, ino, size, mtimeNs } = await stat(this.#path, { bigint: true });
    return `${dev} ${ino} ${size} ${mtimeNs}`;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#watcher?.close();
    clearInterval(this.#timer);
    await this.#checking;
  }
}
