/** A child process: started, monitored, restarted after a crash, stopped at the end. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileCacheFolder } from '@nameloan/runtime/compile-cache';

/** Preloaded modules that end a child with its parent. */
const nodeFlags = [
  '--import',
  fileURLToPath(import.meta.resolve('@nameloan/runtime/exit-with-parent')),
  '--import',
  fileURLToPath(import.meta.resolve('./stop-on-message.ts')),
];
/** Pause before a restart; doubles while the process exits soon after its start. */
const restartPauseMs = { min: 300, max: 10_000 };
const steadyMs = 30_000;
const stopDeadlineMs = 15_000;
const readyDeadlineMs = 30_000;

export interface ChildOptions {
  name: string;
  command: string;
  args: string[];
  environment: Record<string, string | undefined>;
  /** One of our Node scripts, which exits when the channel to its parent closes. */
  node?: boolean;
  /** Parses a line of output; the process is ready once this returns a value. */
  readReady?: (line: string) => unknown;
}

export class Child {
  readonly #options: ChildOptions;
  #process: ChildProcess | undefined;
  #stopping = false;
  #wasReady = false;
  #pauseMs = restartPauseMs.min;
  #startedMs = 0;
  /** Called after each start. */
  onStart: () => void = () => {};

  constructor(options: ChildOptions) {
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Resolves to the result of `readReady`, or immediately without it. */
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
      const deadline = setTimeout(
        () => reject(new Error(`${name} was not ready in time. ${errors}`)),
        readyDeadlineMs,
      );
      const settle = (value: unknown) => {
        clearTimeout(deadline);
        this.#wasReady = true;
        resolve(value);
      };
      let pending = '';
      const read = (data: Buffer) => {
        pending += data;
        for (let end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n')) {
          const ready = readReady?.(pending.slice(0, end));
          pending = pending.slice(end + 1);
          if (ready !== undefined) settle(ready);
        }
        if (pending.length > 100_000) pending = '';
      };
      child.stdout?.on('data', read);
      if (!node) child.stderr?.on('data', read);
      child.once('error', reject);
      child.once('exit', (code, signal) => {
        clearTimeout(deadline);
        reject(new Error(`${name} exited (${signal ?? code}). ${errors}`));
        if (!this.#stopping && this.#wasReady) this.#scheduleRestart();
      });
      if (!readReady) settle(undefined);
    });
  }

  /** Restarts a crashed process, whose data is on disk. */
  #scheduleRestart(): void {
    if (Date.now() - this.#startedMs > steadyMs) this.#pauseMs = restartPauseMs.min;
    const pauseMs = this.#pauseMs;
    this.#pauseMs = Math.min(restartPauseMs.max, 2 * pauseMs);
    setTimeout(() => {
      if (!this.#stopping) this.#restart();
    }, pauseMs);
  }

  /** A failed spawn must not end the parent. */
  #restart(): void {
    try {
      this.start().catch(() => undefined);
    } catch {
      this.#scheduleRestart();
    }
  }

  /** Lets the child release memory after a phase of heavy work. */
  rest(): void {
    const child = this.#process;
    if (this.#options.node && child?.connected) child.send('rest');
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    if (!this.#options.node || !child.connected) child.kill('SIGTERM');
    else child.send('stop');
    const deadline = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
    await exited;
    clearTimeout(deadline);
  }
}
