/** A TCP proxy between two processes of a test: it balances connections over replicas and can inject network faults. */

import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * `open`: forwards everything. `cut`: closes every connection. `reset`: the same with a TCP reset in the middle of the
 * stream. `dead`: drops all data silently. `slow`: delays each chunk by `delayMs`.
 */
export type ProxyState = 'open' | 'cut' | 'reset' | 'dead' | 'slow';

const delayMs = 300;
const connectMs = 1_000;

export class FaultyProxy {
  readonly name: string;
  readonly #targets: readonly number[];
  readonly #connections = new Set<{ client: Socket; upstream: Socket | undefined }>();
  /** One side may end before the other has sent everything. */
  readonly #server = createServer({ allowHalfOpen: true }, (client) => void this.#open(client));
  #turn = 0;
  #carriedConnections = 0;
  #receivedChunks = 0;
  #state: ProxyState = 'open';

  /** `targets`: ports on 127.0.0.1; each connection goes to the next one that accepts it. */
  constructor(name: string, targets: readonly number[]) {
    this.name = name;
    this.#targets = targets;
  }

  /** Connections to a target that are open now. */
  get openConnections(): number {
    return [...this.#connections].filter(({ upstream }) => upstream !== undefined).length;
  }

  /** Connections to a target since the start. */
  get carriedConnections(): number {
    return this.#carriedConnections;
  }

  /** Chunks of data read from either side since the start. */
  get receivedChunks(): number {
    return this.#receivedChunks;
  }

  /** Resolves to the port at which it listens; 0 picks a free one. */
  async listen(port = 0): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, '127.0.0.1', resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  /**
   * Changes the state from now on. `cut` and `reset` close existing connections, and so does the end of `dead`,
   * because their streams have gaps.
   */
  setState(state: ProxyState): void {
    if (state === 'cut' || state === 'reset' || this.#state === 'dead')
      this.#closeConnections(state);
    this.#state = state;
  }

  async close(): Promise<void> {
    this.#closeConnections('reset');
    await new Promise((done) => this.#server.close(done));
  }

  #closeConnections(state: ProxyState): void {
    for (const { client, upstream } of this.#connections)
      for (const socket of [client, upstream])
        state === 'reset' ? socket?.resetAndDestroy() : socket?.destroy();
  }

  async #open(client: Socket): Promise<void> {
    client.on('error', () => undefined);
    if (this.#state === 'cut' || this.#state === 'reset') return void client.resetAndDestroy();
    const connection: { client: Socket; upstream: Socket | undefined } = {
      client,
      upstream: undefined,
    };
    this.#connections.add(connection);
    client.once('close', () => {
      this.#connections.delete(connection);
      connection.upstream?.destroy();
    });
    const upstream = await this.#connect();
    // The client may have disconnected in the meantime.
    if (!upstream || client.destroyed) {
      upstream?.destroy();
      client.resetAndDestroy();
      return;
    }
    connection.upstream = upstream;
    this.#carriedConnections++;
    upstream.on('error', () => undefined);
    upstream.once('close', () => client.destroy());
    this.#forward(client, upstream);
    this.#forward(upstream, client);
  }

  #forward(from: Socket, to: Socket): void {
    // A chunk is sent once the one before it was, so that the end of `slow` reorders nothing.
    let sent = Promise.resolve();
    from.setNoDelay(true);
    from.on('data', (chunk) => {
      this.#receivedChunks++;
      if (this.#state === 'dead') return;
      const arrival = this.#state === 'slow' ? pause(delayMs) : undefined;
      const before = sent;
      sent = (async () => {
        await before;
        await arrival;
        if (to.destroyed || to.write(chunk)) return;
        from.pause();
        to.once('drain', () => from.resume());
      })();
    });
    from.on('end', () => void sent.then(() => to.end()));
  }

  /** Connects to the next replica that accepts; undefined when none does. */
  async #connect(): Promise<Socket | undefined> {
    for (let attempts = 0; attempts < this.#targets.length; attempts++) {
      const port = this.#targets[this.#turn++ % this.#targets.length] ?? 0;
      const socket = await connectTo(port);
      if (socket) return socket;
    }
    return undefined;
  }
}

function connectTo(port: number): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const timeout = setTimeout(() => socket.destroy(), connectMs);
    socket.once('connect', () => {
      clearTimeout(timeout);
      resolve(socket);
    });
    socket.once('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timeout);
      resolve(undefined);
    });
  });
}
