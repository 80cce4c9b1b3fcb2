/** One process of a world: started, killed as a crash would, started again where it was. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const usualDeadlineMs = 180_000;
const stopDeadlineMs = 20_000;
const followParent = fileURLToPath(
  new URL('../../../scripts/start/exit-with-parent.ts', import.meta.url),
);

export interface PartOptions<R> {
  name: string;
  /** A script of ours with its arguments, or another program. */
  run:
    | { script: string; args?: string[]; preloads?: string[] }
    | { program: string; args: string[] };
  environment(): Record<string, string | undefined>;
  /** Reads a line of its output; the part is ready once this answers something. */
  readReady(line: string): R | undefined;
  readyDeadlineMs?: number;
}

// A runner that is ended in the middle must not leave a product behind.
const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

const loadedBy = ({ preloads = [] }: { preloads?: string[] }) =>
  [followParent, ...preloads].flatMap((file) => ['--import', file]);

export class Part<R = unknown> {
  readonly name: string;
  readonly #options: PartOptions<R>;
  #child: ChildProcess | undefined;
  #output = '';
  /** Whether its end is wanted; any other is a fault that the failing journeys must not hide. */
  #ending = false;

  constructor(options: PartOptions<R>) {
    this.name = options.name;
    this.#options = options;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** The last that it printed, for a failure's report. */
  get output(): string {
    return this.#output;
  }

  /** Resolves to what `readReady` made of its ready line; throws with its output when it ends instead. */
  start(): Promise<R> {
    const { run, readReady, environment, readyDeadlineMs = usualDeadlineMs } = this.#options;
    const ours = 'script' in run;
    const child = ours
      ? spawn(process.execPath, [...loadedBy(run), run.script, ...(run.args ?? [])], {
          env: environment(),
          stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        })
      : spawn(run.program, run.args, { env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    this.#ending = false;
    alive.add(child);
    // Alone, a channel would keep the runner alive.
    child.channel?.unref();
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${this.name} ${why}: ${this.#output}`));
      const late = setTimeout(() => fail('did not get ready'), readyDeadlineMs);
      let rest = '';
      const read = (data: Buffer) => {
        this.#output = (this.#output + data).slice(-8000);
        rest += data;
        for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
          const ready = readReady(rest.slice(0, end));
          rest = rest.slice(end + 1);
          if (ready === undefined) continue;
          clearTimeout(late);
          resolve(ready);
        }
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('error', (error) => fail(error.message));
      child.once('exit', (code, signal) => {
        alive.delete(child);
        clearTimeout(late);
        const how = `ended (${signal ?? code})`;
        fail(how);
        if (!this.#ending) console.error(`${this.name} ${how} by itself: ${this.#output}`);
      });
    });
  }

  /** It stands still, as a machine that is overloaded or moved; nobody is told. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Tells something to what was preloaded. */
  tell(message: string): void {
    this.#child?.send(message);
  }

  /** Tells it, and resolves to the answer. */
  ask(message: string): Promise<unknown> {
    const answer = this.heard();
    this.tell(message);
    return answer;
  }

  /** What it says next. */
  heard(): Promise<unknown> {
    return new Promise((resolve) => this.#child?.once('message', resolve));
  }

  /** As a crash or a power cut: nothing is flushed, nobody is told. */
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
    const late = setTimeout(() => child.kill('SIGKILL'), stopDeadlineMs);
    await ended;
    clearTimeout(late);
  }
}
