/** Chooses and starts database and messaging, in the order of docs/reference/settings.md. */

import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { brokerUsers, renderBrokerUsers } from '@nameloan/messaging/nats/broker-users';
import { freePort } from '@nameloan/runtime/free-port';
import { MongoClient } from 'mongodb';
import { Child } from './child.ts';
import type { Broker } from './connect-buses.ts';
import type { DataFolder, Engines } from './data-folder.ts';
import { StartError } from './data-folder.ts';
import type { StartSettings } from './settings.ts';

const passwordBytes = 32;

export interface RunningEngines {
  engines: Engines;
  mongoUrl: string;
  /** Undefined for the bus inside this process. */
  broker: Broker | undefined;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A program named by a setting, or found on PATH. */
function findProgram(
  name: string,
  { setting, path }: { setting: string | undefined; path: string },
): string | undefined {
  if (setting !== undefined) {
    if (!isExecutable(setting))
      throw new StartError(`${name} cannot be started: ${setting} is not an executable file.`);
    return setting;
  }
  return path
    .split(delimiter)
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

export interface EngineOptions {
  folder: DataFolder;
  environment: Record<string, string | undefined>;
  /** Called with each child before it starts, so that a stop can reach it. */
  adopt(child: Child): void;
  /** For commands that need no messaging. */
  only?: 'database';
}

export async function startEngines(
  settings: StartSettings,
  options: EngineOptions,
): Promise<RunningEngines> {
  const { folder, environment } = options;
  const path = environment.PATH ?? '';
  const mongod = settings.MONGODB_URL
    ? undefined
    : findProgram('mongod', { setting: settings.MONGOD_BINARY, path });
  const nats = settings.NATS_URL
    ? undefined
    : findProgram('nats-server', { setting: settings.NATS_SERVER_BINARY, path });
  const engines: Engines = {
    database: settings.MONGODB_URL ? 'MONGODB_URL' : mongod ? 'mongod' : 'embedded',
    bus: settings.NATS_URL ? 'NATS_URL' : nats ? 'nats-server' : 'embedded',
  };
  folder.checkEngines(engines);
  const [mongoUrl, broker] = await Promise.all([
    settings.MONGODB_URL ?? (mongod ? startMongod(mongod, options) : startEmbedded(options)),
    settings.NATS_URL
      ? { url: settings.NATS_URL }
      : nats && options.only === undefined
        ? startNats(nats, options)
        : undefined,
  ]);
  return { engines, mongoUrl, broker };
}

async function startEmbedded({ folder, environment, adopt }: EngineOptions): Promise<string> {
  if (environment.NODE_ENV === 'production')
    throw new StartError(
      'The embedded database is only for trials, and NODE_ENV is production. Set MONGODB_URL.',
    );
  const port = await freePort();
  const main = fileURLToPath(import.meta.resolve('@nameloan/embedded-mongo/main'));
  const child = new Child({
    name: 'embedded-mongo',
    command: process.execPath,
    args: [main, '--port', String(port), '--data', folder.file('mongo')],
    environment,
    node: true,
    readReady: (line) => (line.includes('mongodb://') ? true : undefined),
  });
  adopt(child);
  await child.start();
  // A driver that discovers the second member would monitor it and keep a second connection pool.
  return `mongodb://127.0.0.1:${port}/?directConnection=true`;
}

/** A private replica set of one node, which transactions need. */
async function startMongod(
  binary: string,
  { folder, environment, adopt }: EngineOptions,
): Promise<string> {
  const port = await freePort();
  const data = folder.file('mongod');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const args = [
    '--port',
    String(port),
    '--bind_ip',
    '127.0.0.1',
    '--dbpath',
    data,
    '--replSet',
    'nameloan',
  ];
  const ready = (line: string) => (line.includes('Waiting for connections') ? true : undefined);
  const child = new Child({ name: 'mongod', command: binary, args, environment, readReady: ready });
  adopt(child);
  await child.start();
  const client = await new MongoClient(
    `mongodb://127.0.0.1:${port}/?directConnection=true`,
  ).connect();
  const host = `127.0.0.1:${port}`;
  const config = { _id: 'nameloan', members: [{ _id: 0, host }] };
  try {
    const admin = client.db('admin');
    await admin.command({ replSetInitiate: config }).catch(async () => {
      // An earlier start initiated it on another port.
      const { config: old } = await admin.command({ replSetGetConfig: 1 });
      const next = { ...old, version: old.version + 1, members: [{ ...old.members[0], host }] };
      await admin.command({ replSetReconfig: next, force: true });
    });
    for (let attempt = 0; attempt < 300; attempt++) {
      if ((await admin.command({ hello: 1 })).isWritablePrimary) break;
      await pause(100);
    }
  } finally {
    await client.close();
  }
  return `mongodb://${host}/?replicaSet=nameloan`;
}

/** With a user per service, whose passwords are new at each start. */
async function startNats(
  binary: string,
  { folder, environment, adopt }: EngineOptions,
): Promise<Broker> {
  const port = await freePort();
  const data = folder.file('nats');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const users = brokerUsers();
  const passwords = new Map(
    users.map(({ name }) => [name, randomBytes(passwordBytes).toString('hex')]),
  );
  const settings = folder.file('nats.conf');
  const lines = renderBrokerUsers(users, (user) => JSON.stringify(passwords.get(user)));
  rmSync(settings, { force: true });
  writeFileSync(settings, `${lines.join('\n')}\n`, { mode: 0o600 });
  const child = new Child({
    name: 'nats-server',
    command: binary,
    args: ['-c', settings, '-js', '-sd', data, '-a', '127.0.0.1', '-p', String(port)],
    environment,
    readReady: (line) => (line.includes('Server is ready') ? true : undefined),
  });
  adopt(child);
  await child.start();
  return { url: `nats://127.0.0.1:${port}`, passwords };
}
