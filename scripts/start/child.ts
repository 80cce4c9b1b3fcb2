/** A child process: started, monitored, restarted when it dies, stopped at the end. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileCacheFolder } from './compile-cache.ts';

/** A part follows its parent. */
const nodeFlags = [
  '--import',
  fileURLToPath(import.meta.resolve('./exit-with-parent.ts')),
  '--import',
  fileURLToPath(import.meta.resolve('./stop-on-message.ts')),
];
/** Pause before a restart: doubles while it keeps dying young. */
const restartPauseMs = { first: 300, longest: 10_000 };
const steadyMs = 30_000;
const stopDeadlineMs = 15_000;
const readyDeadlineMs = 30_000;

export interface ChildOptions {
  name: string;
  command: string;
  args: string[];
  environment: Record<string, string | undefined>;
  /** A Node script of ours: it follows its parent by the channel between them. */
  node?: boolean;
  /** Reads one line of its output; the part is ready once this answers something. */
  readReady?: (line: string) => unknown;
}

export class Child {
  readonly #options: ChildOptions;
  #process: ChildProcess | undefined;
  #stopping = false;
  #wasReady = false;
  #pauseMs = restartPauseMs.first;
  #startedMs = 0;
  /** Called each time it has started. */
  onStart: () => void = () => {};

  constructor(options: ChildOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Starts it; resolves to what `readReady` made of its ready line, or at once without one. */
  start(): Promise<unknown> {
    const { name, command, args, environment, node, readReady } = this.#options;
    const flags = node ? nodeFlags : [];
    const child = spawn(command, [...flags, ...args], {
      env: node ? { ...environment, NODE_COMPILE_CACHE: compileCacheFolder } : environment,
      stdio: ['ignore', 'pipe', 'pipe', ...(node ? (['ipc'] as const) : [])],
    });
    this.#process = child;
    this.#startedMs = Date.now();
    this.onStart();
    let errors = '';
    child.stderr?.on('data', (data) => {
      errors = (errors + data).slice(-4000);
      if (node) process.stderr.write(data);
    });
    return new Promise((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${name} did not get ready. ${errors}`)),
        readyDeadlineMs,
      );
      const settle = (value: unknown) => {
        clearTimeout(late);
        this.#wasReady = true;
        resolve(value);
      };
      let rest = '';
      const read = (data: Buffer) => {
        rest += data;
        for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
          const ready = readReady?.(rest.slice(0, end));
          rest = rest.slice(end + 1);
          if (ready !== undefined) settle(ready);
        }
        if (rest.length > 100_000) rest = '';
      };
      child.stdout?.on('data', read);
      if (!node) child.stderr?.on('data', read);
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        clearTimeout(late);
        reject(new Error(`${name} ended (${signal ?? code}). ${errors}`));
        if (!this.#stopping && this.#wasReady) this.#again();
      });
      if (!readReady) settle(undefined);
    });
  }

  /** Its data is safe on disk, so a part that died is simply started again where it was. */
  #again(): void {
    if (Date.now() - this.#startedMs > steadyMs) this.#pauseMs = restartPauseMs.first;
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(restartPauseMs.longest, 2 * pauseMs);
    setTimeout(() => {
      if (!this.#stopping) this.#restart();
    }, pauseMs);
  }

  /** A failed spawn must not end the parent. */
  #restart(): void {
    try {
      this.start().catch(() => undefined);
    } catch {
      this.#again();
    }
  }

  /** Much was done and is over: it gives back the memory that it took. */
  rest(): void {
    const child = this.#process;
    if (this.#options.node && child?.connected) child.send('rest');
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    if (!this.#options.node || !child.connected) child.kill('SIGTERM');
    else child.send('stop');
    const late = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
    await ended;
    clearTimeout(late);
  }
}
