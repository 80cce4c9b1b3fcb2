/** A line between client and registry that a test can cut in the moment between a command and its answer. */

import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

export interface CutLine {
  port: number;
  /** The next command reaches the registry; its answer does not come back, and the connection ends. */
  loseNextAnswer(): void;
  /** Nothing gets through until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function startCutLine(target: { host: string; port: number }): Promise<CutLine> {
  const sockets = new Set<Socket>();
  let down = false;
  let losing = false;
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
    near.on('data', (chunk) => {
      asked = losing;
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (!asked) {
        near.write(chunk);
        return;
      }
      asked = false;
      losing = false;
      near.destroy();
      far.destroy();
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    loseNextAnswer: () => {
      losing = true;
    },
    cut: () => {
      down = true;
      for (const socket of sockets) socket.destroy();
    },
    mend: () => {
      down = false;
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
