/** A TCP proxy between client and registry that a test can interrupt between a command and its response. */

import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

export interface FaultyConnection {
  port: number;
  /**
   * After `passing` more commands, one reaches the registry but its response is dropped and the connection closes.
   */
  loseAnswer(passing?: number): void;
  /** Blocks all traffic until `restore`. */
  cut(): void;
  /** Drops open connections, then accepts new ones and never answers, until `restore`. */
  silence(): void;
  restore(): void;
  close(): Promise<void>;
}

export async function startFaultyConnection(target: {
  host: string;
  port: number;
}): Promise<FaultyConnection> {
  const sockets = new Set<Socket>();
  let down = false;
  let silent = false;
  /** Commands until the one whose response is dropped; null: none. */
  let commandsLeft: number | null = null;
  let dropResponse = false;
  const server = createServer((near) => {
    if (down) {
      near.destroy();
      return;
    }
    if (silent) {
      sockets.add(near);
      near.on('error', () => undefined);
      near.on('close', () => sockets.delete(near));
      near.resume();
      return;
    }
    const far = connect(target);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    // A command may arrive in several chunks; it lasts until its response.
    let inProgress = false;
    near.on('data', (chunk) => {
      if (!inProgress && commandsLeft !== null) {
        dropResponse = commandsLeft === 0;
        commandsLeft -= 1;
      }
      inProgress = true;
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      inProgress = false;
      if (!dropResponse) {
        near.write(chunk);
        return;
      }
      dropResponse = false;
      commandsLeft = null;
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
      commandsLeft = passing;
    },
    cut: () => {
      down = true;
      for (const socket of sockets) socket.destroy();
    },
    silence: () => {
      silent = true;
      for (const socket of sockets) socket.destroy();
    },
    restore: () => {
      down = false;
      silent = false;
    },
    close: () =>
      new Promise((done) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => done());
      }),
  };
}
