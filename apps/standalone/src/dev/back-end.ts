/** Everything except the web app, as `npm start` runs it, restarted on request. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '@nameloan/web/build/vite';

const exitWithParent = fileURLToPath(import.meta.resolve('@nameloan/runtime/exit-with-parent'));

export class BackEnd {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #print: (text: string) => void;
  #child: ChildProcess | undefined;
  #queue: Promise<void> = Promise.resolve();
  #stopping = false;

  constructor(environment: NodeJS.ProcessEnv, print: (text: string) => void) {
    this.#environment = environment;
    this.#print = print;
  }

  /** Starts or restarts it. Restarts are serialized, because two processes can't share a DATA_DIR. */
  start(): Promise<void> {
    this.#queue = this.#queue.then(async () => {
      await this.#endChild();
      if (!this.#stopping) this.#spawn();
    });
    return this.#queue;
  }

  #spawn(): void {
    const child = spawn(
      process.execPath,
      ['--import', exitWithParent, join(root, 'apps/standalone/src/main.ts')],
      { cwd: root, env: this.#environment, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    );
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', this.#print);
    child.once('exit', () => {
      if (this.#child !== child) return;
      this.#child = undefined;
      if (!this.#stopping)
        this.#print('The back end has exited and starts again after the next change.\n');
    });
  }

  async #endChild(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    const exited = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await exited;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#queue;
    await this.#endChild();
  }
}
