/** Starts the embedded MongoDB: the one way in for every part that needs a database without a server. */
import { mkdirSync } from 'node:fs';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { CommandTally } from './commands/command-tally.ts';
import { CursorTable } from './commands/cursor-table.ts';
import type { Engine } from './commands/request.ts';
import { refuseProduction } from './config.ts';
import { lockDataDir } from './store/data-lock.ts';
import { Sessions } from './txn/sessions.ts';
import { Store } from './txn/store.ts';
import { expireDocuments } from './txn/ttl.ts';
import { Connection } from './wire/connection.ts';

const loopback = '127.0.0.1';
const setName = 'rs0';
/** How often TTL indexes, sessions and cursors are looked at, in milliseconds. */
const sweepMs = 1000;

export type EmbeddedMongoOptions = {
  /** TCP port; 0 or absent picks a free one. */
  port?: number;
  /** Folder of the journal; absent keeps everything in memory only. */
  dataDir?: string;
};

export type EmbeddedMongo = {
  /** For any stock driver; add a database before the `?`. */
  url: string;
  port: number;
  /** Ends all connections and leaves the data on disk complete. */
  close(): Promise<void>;
};

function createEngine(store: Store): Engine {
  const cursors = new CursorTable(() => store.catalog.share());
  const sessions = new Sessions(store, (transaction) => cursors.killWhere({ transaction }));
  return {
    store,
    cursors,
    sessions,
    tally: new CommandTally(),
    port: 0,
    secondaryPort: 0,
    setName: setName,
    startedAt: Date.now(),
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, loopback, () => resolve((server.address() as AddressInfo).port));
  });
}

function sweep(engine: Engine): void {
  const now = Date.now();
  expireDocuments(engine.store, now);
  engine.cursors.expire(now);
  engine.sessions.expire(now);
  engine.store.retries.expire(now);
}

async function openStore(
  dataDir: string | undefined,
): Promise<{ store: Store; unlock: () => Promise<void> }> {
  if (dataDir === undefined) return { store: new Store(), unlock: async () => {} };
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = await lockDataDir(dataDir);
  try {
    return { store: new Store(dataDir), unlock: () => lock.release() };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * Starts on loopback. Throws when NODE_ENV is production, when the port is taken, and when another
 * process has the data folder.
 */
export async function startEmbeddedMongo(
  options: EmbeddedMongoOptions = {},
): Promise<EmbeddedMongo> {
  refuseProduction();
  const { store, unlock } = await openStore(options.dataDir);
  const engine = createEngine(store);
  const sockets = new Set<Socket>();
  let connections = 0;
  const member = (secondary: boolean): Server =>
    createServer((socket) => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      new Connection(socket, engine, { id: ++connections, secondary });
    });
  const members = [member(false), member(true)] as const;
  try {
    engine.port = await listen(members[0], options.port ?? 0);
    engine.secondaryPort = await listen(members[1], 0);
  } catch (error) {
    for (const each of members) each.close();
    await store.close();
    await unlock();
    throw error;
  }
  const timer = setInterval(() => sweep(engine), sweepMs);
  timer.unref();
  let closing: Promise<void> | undefined;
  const shut = async (): Promise<void> => {
    clearInterval(timer);
    for (const socket of sockets) socket.destroy();
    await Promise.all(members.map((each) => new Promise((resolve) => each.close(resolve))));
    engine.sessions.close();
    await store.close();
    await unlock();
  };
  return {
    url: `mongodb://${loopback}:${engine.port}/?replicaSet=${setName}`,
    port: engine.port,
    close: () => (closing ??= shut()),
  };
}
