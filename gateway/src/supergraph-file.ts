/** A supergraph in a file that may change while we run: told of once it has been written to its end. */

import type { FSWatcher } from 'node:fs';
import { readFileSync, watch } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@nameloan/service/log.ts';
import { SettingsError } from '@nameloan/service/settings.ts';

/** For file systems that tell of nothing. */
const lookEveryMs = 5000;
/** A writer that pauses for longer leaves half a file, which is refused; its other half is a change again. */
const settledMs = 200;

/** Throws SettingsError for a file that cannot be read. */
export function readSupergraphFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new SettingsError([`SUPERGRAPH_FILE cannot be read: ${(error as Error).message}.`]);
  }
}

export class SupergraphFile {
  readonly #path: string;
  readonly #take: (sdl: string) => Promise<void>;
  readonly #log: Log;
  #watcher: FSWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;
  #seen: string | undefined;
  #looking: Promise<void> | undefined;
  #again = false;
  #stopped = false;

  /** `take` is called with each text that comes after the first; one at a time. */
  constructor(path: string, { take, log }: { take(sdl: string): Promise<void>; log: Log }) {
    this.#path = path;
    this.#take = take;
    this.#log = log;
  }

  start(): void {
    try {
      // Kubernetes exchanges a link in this folder, and never writes to the file itself.
      this.#watcher = watch(dirname(this.#path), { persistent: false }, () => this.#look());
      this.#watcher.on('error', (error) =>
        this.#log.warn({ err: error }, 'a folder is not watched'),
      );
    } catch (error) {
      this.#log.warn({ err: error }, 'the folder of the supergraph cannot be watched');
    }
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref();
    this.#look();
  }

  #look(): void {
    this.#again = true;
    this.#looking ??= this.#lookNow().finally(() => {
      this.#looking = undefined;
    });
  }

  async #lookNow(): Promise<void> {
    while (this.#again && !this.#stopped) {
      this.#again = false;
      try {
        await this.#lookOnce();
      } catch (error) {
        if (this.#seen !== undefined)
          this.#log.warn({ err: error }, 'SUPERGRAPH_FILE cannot be read now');
        this.#seen = undefined;
      }
    }
  }

  async #lookOnce(): Promise<void> {
    let state = await this.#state();
    if (state === this.#seen) return;
    for (let before = ''; state !== before; ) {
      before = state;
      await pause(settledMs);
      state = await this.#state();
    }
    this.#seen = state;
    await this.#take(await readFile(this.#path, 'utf8'));
  }

  /** What changes when the file does, or when another one takes its place. */
  async #state(): Promise<string> {
    const { dev, ino, size, mtimeNs } = await stat(this.#path, { bigint: true });
    return `${dev} ${ino} ${size} ${mtimeNs}`;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#watcher?.close();
    clearInterval(this.#timer);
    await this.#looking;
  }
}
