/** Starts the product on a copy of a data folder in which one service's database was restored from a backup. */

import { execFile, spawn } from 'node:child_process';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@nameloan/runtime/free-port';
import {
  endGroup,
  processEnvironment,
  root,
  start,
  startedChildren,
} from '@nameloan/testkit/start-command';
import { MongoClient } from 'mongodb';
import { countriesFile } from './config.ts';
import { TestEnvironment } from './test-environment.ts';

const run = promisify(execFile);

export interface Ports {
  product: number;
  sandbox: number;
}

const settings = (folder: string, ports: Ports) => ({
  DATA_DIR: folder,
  PORT: String(ports.product),
  SANDBOX_PORT: String(ports.sandbox),
  NAMELOAN_DEMO: 'off',
  WEB_DIR: 'off',
  RATE_LIMITS: 'off',
  COUNTRY_RULES_FILE: countriesFile,
  LOG_LEVEL: 'error',
});

export interface RestoredProduct {
  environment: TestEnvironment;
  /** Runs `npm run operator -- ARGS`; resolves to its output. */
  operator(...args: string[]): Promise<string>;
  /** The same through the services' addresses, as on many machines. */
  operatorByAddresses(...args: string[]): Promise<string>;
  /** Stops it gracefully. */
  stop(): Promise<void>;
}

export async function startOn(folder: string, ports: Ports): Promise<RestoredProduct> {
  const product = start(settings(folder, ports));
  await product.waitForOutput('Nameloan is ready on');
  const file = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const { url, sandbox: sandboxUrl, serviceUrls, mongo: mongoUrl } = file('run.json');
  const { internalSecret } = file('secrets.json');
  const store = { mongoUrl, databasePrefix: 'nameloan_', internalSecret };
  const environment = new TestEnvironment({
    url,
    sandboxUrl,
    serviceUrls,
    store,
    processes: [],
    clean: () => {},
  });
  await environment.sandbox.updateSettings({ autoApproveSeconds: null });
  const command = async (env: NodeJS.ProcessEnv, args: string[]) => {
    const options = { cwd: root, env, timeout: 180_000 };
    return (await run(process.execPath, ['apps/operator/src/main.ts', ...args], options)).stdout;
  };
  const addresses = Object.fromEntries(
    Object.entries(serviceUrls as Record<string, string>).map(([name, to]) => [
      `${name.toUpperCase()}_URL`,
      to,
    ]),
  );
  return {
    environment,
    operator: (...args) => command(processEnvironment(settings(folder, ports)), args),
    operatorByAddresses: (...args) =>
      command({ PATH: '', ...addresses, INTERNAL_SECRET: internalSecret }, args),
    stop: async () => {
      endGroup(product.child, 'SIGTERM');
      await product.ended;
    },
  };
}

/** Copies the folder of a stopped product. */
export function copyFolder(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true });
}

/** Like mongodump and mongorestore: restores one service's collections and leaves all others. */
export async function restoreService(name: string, backup: string, folder: string): Promise<void> {
  const engines = await Promise.all([backup, folder].map((one) => startDatabase(one)));
  const clients = await Promise.all(engines.map(({ url }) => new MongoClient(url).connect()));
  const [from, to] = clients.map((client) => client.db(`nameloan_${name}`));
  if (!from || !to) throw new Error('two engines were started');
  await to.dropDatabase();
  for (const { name: collection } of await from.listCollections().toArray()) {
    const rows = await from.collection(collection).find({}, { promoteValues: false }).toArray();
    await to.createCollection(collection);
    if (rows.length > 0) await to.collection(collection).insertMany(rows);
  }
  for (const client of clients) await client.close();
  for (const engine of engines) await engine.stop();
}

/** Runs `npm run mongo` on the folder of a stopped product. */
async function startDatabase(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const main = 'packages/embedded-mongo/src/main.ts';
  const port = String(await freePort());
  const args = [main, '--port', port, '--data', join(folder, 'mongo')];
  const stdio = ['ignore', 'pipe', 'inherit'] as const;
  const child = spawn(process.execPath, args, { cwd: root, detached: true, stdio: [...stdio] });
  startedChildren.push(child);
  const ended = new Promise((done) => child.once('exit', done));
  const url = await new Promise<string>((ready, reject) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      const found = /mongodb:\/\/\S+/.exec(text)?.[0];
      if (found) ready(found);
    });
    void ended.then(() => reject(new Error(`the database ended: ${text}`)));
  });
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
