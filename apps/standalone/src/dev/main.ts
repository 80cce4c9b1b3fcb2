/**
 * `npm run dev`: the web's own server in front, which shows a change in the open page, and behind it all the rest as
 * `npm start` runs it, restarted when one of its files changes. Documents are generated again when a `.graphql` changes.
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
const serverFolders = ['packages', 'apps', 'services', 'gateway', 'sandbox'];
/** What the gateway serves in addition to the app. */
const served = '^/(api|graphql|developers|healthz|readyz)(?=[/?]|$)';

let server: DevServer | undefined;
let backEnd: BackEnd | undefined;
const watchers: FSWatcher[] = [];

function generate(): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'tools/generate/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((done) => child.once('close', () => done()));
}

/** While the back end starts again: what the app takes for a part that is down. */
function sayDown(_error: Error, _request: unknown, answer: ServerResponse): void {
  if (!('writeHead' in answer) || answer.headersSent) return;
  answer.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
  answer.end('{"message":"The back end is starting.","code":"UNAVAILABLE"}');
}

async function serveWeb(doors: DevAddresses): Promise<void> {
  const { createServer } = await loadVite();
  const proxy = {
    target: proxiedUrl(doors),
    ws: true,
    xfwd: true,
    configure: (one: { on(event: 'error', then: typeof sayDown): void }) =>
      one.on('error', sayDown),
  };
  server = await createServer({
    ...viteConfig,
    clearScreen: false,
    logLevel: 'error',
    server: {
      port: doors.port,
      host: doors.set.HOST,
      strictPort: true,
      proxy: { [served]: proxy },
    },
  });
  await server.listen();
}

function watchAll(back: BackEnd): void {
  const documents = (file: string) => file.endsWith('.graphql');
  watchers.push(
    ...watchFiles({
      folders: serverFolders,
      counts: (file) => !/\.test\.ts$/.test(file),
      onChange: () => void back.start(),
    }),
    ...watchFiles({ folders: ['web/src'], counts: documents, onChange: () => void generate() }),
    ...watchFiles({ folders: ['gateway'], counts: documents, onChange: () => void generate() }),
  );
}

async function main(): Promise<void> {
  const set = readStartSettings(environment);
  checkSandboxAllowed(set, environment);
  const fault = set.PORT === 0 ? undefined : await findPortError(set.PORT, set.HOST);
  if (fault) throw new StartError(`PORT ${set.PORT} cannot be used on ${set.HOST} (${fault}).`);
  const port = set.PORT === 0 ? await freePort() : set.PORT;
  const behind = await freePort();
  await generate();
  const doors = { set, port, behind };
  await serveWeb(doors);
  const back = new BackEnd(
    proxiedEnvironment(environment, doors),
    // Developers use one address.
    (text) => process.stdout.write(text.replaceAll(`localhost:${behind}`, `localhost:${port}`)),
  );
  backEnd = back;
  watchAll(back);
  await back.start();
}

async function end(code: number): Promise<void> {
  for (const watcher of watchers) watcher.close();
  await Promise.all([backEnd?.stop(), server?.close()]);
  process.exit(code);
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.once(signal, () => void end(0));
exitWithNpm(environment, () => void end(0));

try {
  await main();
} catch (error) {
  process.stderr.write(`Nameloan cannot start: ${(error as Error).message}\n`);
  await end(1);
}
