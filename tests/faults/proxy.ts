/** A way between two parts of a world, for tests: it spreads connections over replicas, and can be cut, slow or dead. */

import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/**
 * `open`: all goes through. `cut`: whoever comes is hung up on. `reset`: the same, by a reset in the middle of what is
 * under way. `dead`: what is sent vanishes and nothing is said of it. `slow`: each piece takes `delayMs` longer.
 */
export type DoorState = 'open' | 'cut' | 'reset' | 'dead' | 'slow';

const delayMs = 300;
const connectMs = 1_000;

export class Door {
  readonly name: string;
  readonly #targets: readonly number[];
  readonly #lines = new Set<{ near: Socket; far: Socket | undefined }>();
  readonly #server = createServer((near) => void this.#open(near));
  #turn = 0;
  #state: DoorState = 'open';

  /** `targets`: ports of 127.0.0.1 behind it; each connection goes to the next one that answers. */
  constructor(name: string, targets: readonly number[]) {
    this.name = name;
    this.#targets = targets;
  }

  /** Resolves to the port at which it listens; 0 picks a free one. */
  async listen(port = 0): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  /** From now on; connections that stand are cut by `cut` and `reset`, and by what ends `dead`: their streams have gaps. */
  become(state: DoorState): void {
    if (state === 'cut' || state === 'reset' || this.#state === 'dead') this.#hangUp(state);
    this.#state = state;
  }

  async close(): Promise<void> {
    this.#hangUp('reset');
    await new Promise((done) => this.#server.close(done));
  }

  #hangUp(state: DoorState): void {
    for (const { near, far } of this.#lines)
      for (const end of [near, far]) state === 'reset' ? end?.resetAndDestroy() : end?.destroy();
  }

  async #open(near: Socket): Promise<void> {
    near.on('error', () => undefined);
    if (this.#state === 'cut' || this.#state === 'reset') return void near.resetAndDestroy();
    const line: { near: Socket; far: Socket | undefined } = { near, far: undefined };
    this.#lines.add(line);
    near.once('close', () => {
      this.#lines.delete(line);
      line.far?.destroy();
    });
    const far = await this.#reach();
    // It may have hung up meanwhile.
    if (!far || near.destroyed) {
      far?.destroy();
      near.resetAndDestroy();
      return;
    }
    line.far = far;
    far.on('error', () => undefined);
    far.once('close', () => near.destroy());
    this.#carry(near, far);
    this.#carry(far, near);
  }

  #carry(from: Socket, to: Socket): void {
    from.setNoDelay(true);
    from.on('data', (piece) => {
      if (this.#state === 'dead') return;
      const send = () => {
        if (to.destroyed) return;
        if (to.write(piece)) return;
        from.pause();
        to.once('drain', () => from.resume());
      };
      if (this.#state === 'slow') setTimeout(send, delayMs);
      else send();
    });
    from.on('end', () => to.end());
  }

  /** The next replica that takes a connection; undefined where none does. */
  async #reach(): Promise<Socket | undefined> {
    for (let tries = 0; tries < this.#targets.length; tries++) {
      const port = this.#targets[this.#turn++ % this.#targets.length] ?? 0;
      const socket = await reach(port);
      if (socket) return socket;
    }
    return undefined;
  }
}

function reach(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const late = setTimeout(() => socket.destroy(), connectMs);
    socket.once('connect', () => {
      clearTimeout(late);
      resolve(socket);
    });
    socket.once('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(late);
      resolve(undefined);
    });
  });
}
