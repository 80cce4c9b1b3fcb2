/** A line between client and registry that a test can cut in the moment between a command and its answer. */

import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

export interface FaultyConnection {
  port: number;
  /**
   * After `passing` more commands, one reaches the registry whose answer does not come back: the
   * connection ends instead.
   */
  loseAnswer(passing?: number): void;
  /** Nothing gets through until `mend`. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function startFaultyConnection(target: {
  host: string;
  port: number;
}): Promise<FaultyConnection> {
  const sockets = new Set<Socket>();
  let down = false;
  /** Commands until the one whose answer is lost; null: none is. */
  let losingIn: number | null = null;
  let asked = false;
  const server = createServer((near) => {
    if (down) {
      near.destroy();
      return;
    }
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    // A busy machine hands a command over in several chunks: it is one until its answer comes.
    let underWay = false;
    near.on('data', (chunk) => {
      if (!underWay && losingIn !== null) {
        asked = losingIn === 0;
        losingIn -= 1;
      }
      underWay = true;
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      underWay = false;
      if (!asked) {
        near.write(chunk);
        return;
      }
      asked = false;
      losingIn = null;
      near.destroy();
      far.destroy();
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    loseAnswer: (passing = 0) => {
      losingIn = passing;
    },
    cut: () => {
      down = true;
      for (const socket of sockets) socket.destroy();
    },
    restore: () => {
      down = false;
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
