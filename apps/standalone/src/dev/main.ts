/**
 * `npm run dev`: Vite's development server with hot reload, and behind it the product as `npm start` runs it, restarted when
 * a file changes. A changed `.graphql` file generates code again.
 */

import '@nameloan/runtime/compile-cache';
import { spawn } from 'node:child_process';
import type { FSWatcher } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { findPortError, freePort } from '@nameloan/runtime/free-port';
import type { DevServer } from '@nameloan/web/build/vite';
import { loadVite, root, viteConfig } from '@nameloan/web/build/vite';
import { StartError } from '../data-folder.ts';
import { exitWithNpm } from '../exit-with-npm.ts';
import { checkSandboxAllowed } from '../guard-production.ts';
import { readStartSettings } from '../settings.ts';
import { BackEnd } from './back-end.ts';
import type { DevAddresses } from './dev-proxy.ts';
import { proxiedEnvironment, proxiedUrl } from './dev-proxy.ts';
import { watchFiles } from './watch-files.ts';

const environment = { ...process.env };
const serverFolders = ['packages', 'services', 'gateway', 'sandbox', 'apps'];
/** What the gateway serves in addition to the app. */
const backEndPaths = '^/(api|graphql|developers|healthz|readyz)(?=[/?]|$)';

let server: DevServer | undefined;
let backEnd: BackEnd | undefined;
const watchers: FSWatcher[] = [];

function generateCode(): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'tools/generate/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((done) => child.once('close', () => done()));
}

/** Answers while the back end restarts; the app shows it as a service that is down. */
function respondUnavailable(_error: Error, _request: unknown, response: ServerResponse): void {
  if (!('writeHead' in response) || response.headersSent) return;
  response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
  response.end('{"message":"The back end is starting.","code":"UNAVAILABLE"}');
}

async function serveWeb(addresses: DevAddresses): Promise<void> {
  const { createServer } = await loadVite();
  const proxy = {
    target: proxiedUrl(addresses),
    ws: true,
    xfwd: true,
    configure: (server: { on(event: 'error', listener: typeof respondUnavailable): void }) =>
      server.on('error', respondUnavailable),
  };
  server = await createServer({
    ...viteConfig,
    clearScreen: false,
    logLevel: 'error',
    server: {
      port: addresses.port,
      host: addresses.settings.HOST,
      strictPort: true,
      proxy: { [backEndPaths]: proxy },
    },
  });
  await server.listen();
}

function watchSources(backEnd: BackEnd): void {
  const isDocument = (file: string) => file.endsWith('.graphql');
  watchers.push(
    ...watchFiles({
      folders: serverFolders,
      includes: (file) => !/\.test\.ts$/.test(file),
      onChange: () => void backEnd.start(),
    }),
    ...watchFiles({
      folders: ['web/src'],
      includes: isDocument,
      onChange: () => void generateCode(),
    }),
    ...watchFiles({
      folders: ['gateway'],
      includes: isDocument,
      onChange: () => void generateCode(),
    }),
  );
}

async function main(): Promise<void> {
  const settings = readStartSettings(environment);
  const { PORT, HOST } = settings;
  checkSandboxAllowed(settings, environment);
  const error = PORT === 0 ? undefined : await findPortError(PORT, HOST);
  if (error) throw new StartError(`PORT ${PORT} cannot be used on ${HOST} (${error}).`);
  const port = PORT === 0 ? await freePort() : PORT;
  const backEndPort = await freePort();
  await generateCode();
  const addresses = { settings, port, backEndPort };
  await serveWeb(addresses);
  // Developers see and use one address only.
  const print = (text: string) =>
    process.stdout.write(text.replaceAll(`localhost:${backEndPort}`, `localhost:${port}`));
  backEnd = new BackEnd(proxiedEnvironment(environment, addresses), print);
  watchSources(backEnd);
  await backEnd.start();
}

async function stopAll(code: number): Promise<void> {
  for (const watcher of watchers) watcher.close();
  await Promise.all([backEnd?.stop(), server?.close()]);
  process.exit(code);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => void stopAll(0));
exitWithNpm(environment, () => void stopAll(0));

try {
  await main();
} catch (error) {
  process.stderr.write(`Nameloan cannot start: ${(error as Error).message}\n`);
  await stopAll(1);
}
