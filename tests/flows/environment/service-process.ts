/** One process of a test environment: can be started, killed, frozen and restarted. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileCacheFolder } from '@nameloan/runtime/compile-cache';

const defaultReadyTimeoutMs = 180_000;
const stopTimeoutMs = 20_000;
const exitWithParent = fileURLToPath(import.meta.resolve('@nameloan/runtime/exit-with-parent'));

export interface ServiceProcessOptions<R> {
  name: string;
  /** One of our scripts with its arguments, or another program. */
  run:
    | { script: string; args?: string[]; preloads?: string[] }
    | { program: string; args: string[] };
  environment(): Record<string, string | undefined>;
  /** Parses a line of output; the process is ready once this returns a value. */
  readReady(line: string): R | undefined;
  readyTimeoutMs?: number;
}

// Ends all processes if the test runner is terminated.
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

const preloadArgs = ({ preloads = [] }: { preloads?: string[] }) =>
  [exitWithParent, ...preloads].flatMap((file) => ['--import', file]);

export class ServiceProcess<R = unknown> {
  readonly name: string;
  readonly #options: ServiceProcessOptions<R>;
  #child: ChildProcess | undefined;
  #output = '';
  readonly #outputListeners = new Set<(text: string) => void>();
  /** Whether the test ends the process; any other exit is printed. */
  #ending = false;

  constructor(options: ServiceProcessOptions<R>) {
    this.name = options.name;
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The last output, for failure reports. */
  get output(): string {
    return this.#output;
  }

  /** Calls `listener` with all further output; returns a function that ends this. */
  onOutput(listener: (text: string) => void): () => void {
    this.#outputListeners.add(listener);
    return () => this.#outputListeners.delete(listener);
  }

  /** Resolves to the result of `readReady`; throws with the output if the process exits instead. */
  start(): Promise<R> {
    const { run, readReady, environment, readyTimeoutMs = defaultReadyTimeoutMs } = this.#options;
    const isScript = 'script' in run;
    const child = isScript
      ? spawn(process.execPath, [...preloadArgs(run), run.script, ...(run.args ?? [])], {
          // Compiling its modules takes a quarter of the start of a service.
          env: { NODE_COMPILE_CACHE: compileCacheFolder, ...environment() },
          stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        })
      : spawn(run.program, run.args, { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    this.#ending = false;
    running.add(child);
    // An open channel would keep the test runner alive.
    child.channel?.unref();
    return new Promise((resolve, reject) => {
      const fail = (reason: string) => reject(new Error(`${this.name} ${reason}: ${this.#output}`));
      const timeout = setTimeout(() => fail('did not become ready'), readyTimeoutMs);
      let rest = '';
      const read = (data: Buffer) => {
        this.#output = (this.#output + data).slice(-8000);
        for (const listener of this.#outputListeners) listener(data.toString());
        rest += data;
        for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
          const ready = readReady(rest.slice(0, end));
          rest = rest.slice(end + 1);
          if (ready === undefined) continue;
          clearTimeout(timeout);
          resolve(ready);
        }
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('error', (error) => fail(error.message));
      child.once('exit', (code, signal) => {
        running.delete(child);
        clearTimeout(timeout);
        const how = `ended (${signal ?? code})`;
        fail(how);
        if (!this.#ending) console.error(`${this.name} ${how} unexpectedly: ${this.#output}`);
      });
    });
  }

  /** Suspends the process, like an overloaded machine; connections stay open. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Sends a message to a preloaded module. */
  send(message: string): void {
    this.#child?.send(message);
  }

  /** Sends a message and resolves to the reply. */
  request(message: string): Promise<unknown> {
    const reply = this.nextMessage();
    this.send(message);
    return reply;
  }

  /** Resolves to the next message of the process. */
  nextMessage(): Promise<unknown> {
    return new Promise((resolve) => this.#child?.once('message', resolve));
  }

  /** Kills the process like a crash or a power cut: nothing is flushed. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  async #end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    this.#ending = true;
    child.kill(signal);
    child.kill('SIGCONT');
    const timeout = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await ended;
    clearTimeout(timeout);
  }
}
