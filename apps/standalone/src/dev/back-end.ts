/** Everything except the web app, as `npm start` runs it, restarted on request. */

import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '@nameloan/web/build/vite';

const followParent = fileURLToPath(import.meta.resolve('@nameloan/runtime/exit-with-parent'));

export class BackEnd {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #say: (text: string) => void;
  #child: ChildProcess | undefined;
  #turn: Promise<void> = Promise.resolve();
  #stopping = false;

  constructor(environment: NodeJS.ProcessEnv, say: (text: string) => void) {
    this.#environment = environment;
    this.#say = say;
  }

  /** Starts it, or again: one after another, for two cannot have one DATA_DIR. */
  start(): Promise<void> {
    this.#turn = this.#turn.then(async () => {
      await this.#end();
      if (!this.#stopping) this.#spawn();
    });
    return this.#turn;
  }

  #spawn(): void {
    const child = spawn(
      process.execPath,
      ['--import', followParent, join(root, 'apps/standalone/src/main.ts')],
      { cwd: root, env: this.#environment, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] },
    );
    this.#child = child;
    child.stdout?.setEncoding('utf8').on('data', this.#say);
    child.once('exit', () => {
      if (this.#child !== child) return;
      this.#child = undefined;
      if (!this.#stopping) this.#say('The back end has ended; a change starts it again.\n');
    });
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#child = undefined;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#turn;
    await this.#end();
  }
}
