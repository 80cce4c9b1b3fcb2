/** The whole product on one machine: engines, sandbox, five services and the gateway, in one process tree. */

import '@nameloan/runtime/compile-cache';
import { readMarker, writeMarker } from '@nameloan/demo/demo-marker';
import { findPortError, freePort } from '@nameloan/runtime/free-port';
import { releaseMemory } from '@nameloan/runtime/release-memory';
import { ensureBuilt } from '@nameloan/web/build/ensure-built';
import type { Child } from './child.ts';
import { DataFolder, StartError } from './data-folder.ts';
import type { RunningEngines } from './engines.ts';
import { startEngines } from './engines.ts';
import { exitWithNpm } from './exit-with-npm.ts';
import type { RunningSandbox } from './external-systems.ts';
import { startSandboxChild } from './external-systems.ts';
import type { ProductionGuard } from './guard-production.ts';
import { checkSandboxAllowed, productionSigns } from './guard-production.ts';
import { ChildRecord } from './orphaned-processes.ts';
import type { Product } from './product.ts';
import type { StartSettings } from './settings.ts';
import { readStartSettings } from './settings.ts';

/** The user's environment; below, libraries are switched to production mode. */
const environment = { ...process.env };
process.env.NODE_ENV ||= 'production';

const stopDeadlineMs = 30_000;
const stops: (() => Promise<unknown> | unknown)[] = [];
let stopping: Promise<void> | undefined;

/** Stops everything once, the last started first. */
function stopAll(): Promise<void> {
  stopping ??= (async () => {
    for (const stop of stops.reverse()) await Promise.resolve(stop()).catch(() => undefined);
  })();
  return stopping;
}

async function main(): Promise<void> {
  const set = readStartSettings(environment);
  const play = checkSandboxAllowed(set, environment);
  const folder = new DataFolder(set.DATA_DIR);
  rejectKnownPasswords(set, folder);
  folder.lock();
  stops.push(() => folder.unlock());
  const record = new ChildRecord(folder.file('children.json'));
  await record.endLeftovers();
  await checkPorts(set);
  const secrets = folder.secrets();
  const port = set.PORT === 0 ? await freePort() : set.PORT;
  const children: Child[] = [];
  const adopt = (child: Child) => {
    children.push(child);
    record.adopt(child);
    stops.push(() => child.stop());
  };
  // The heavy modules load while the engines start.
  const loading = import('./product.ts');
  const outside: Promise<RunningSandbox | undefined> = play.sandbox
    ? startSandboxChild(set, { folder, environment, adopt, productPort: port })
    : Promise.resolve(undefined);
  const [engines, sandbox, webFolder] = await Promise.all([
    startEngines(set, { folder, environment, adopt }),
    outside,
    set.WEB_DIR === 'off' ? undefined : (set.WEB_DIR ?? buildWeb()),
  ]);
  const { startProduct } = await loading;
  const product = await startProduct({
    environment: {
      ...environment,
      ...sandbox?.settings,
      NAMELOAN_SANDBOX: set.NAMELOAN_SANDBOX,
      INTERNAL_SECRET: secrets.internalSecret,
      INTERNAL_SECRET_ALSO: secrets.internalSecretAlso,
      MONGODB_URL: engines.mongoUrl,
      PUBLIC_URL: set.PUBLIC_URL ?? `http://localhost:${port}`,
      RATE_LIMITS: set.RATE_LIMITS,
      LOG_LEVEL: set.LOG_LEVEL,
      METRICS_PORT: String(set.METRICS_PORT),
      METRICS_HOST: set.METRICS_HOST,
    },
    gateway: {
      PORT: String(port),
      HOST: set.HOST,
      TRUST_PROXY: set.TRUST_PROXY,
      WEB_DIR: webFolder,
    },
    natsUrl: engines.natsUrl,
    about: { engines: describeEngines(engines), sandboxUrl: sandbox?.controlUrl },
  });
  stops.push(() => product.stop());
  folder.rememberEngines(engines.engines);
  folder.publish({
    pid: process.pid,
    url: product.url,
    serviceUrls: product.serviceUrls,
    metrics: product.metricsUrl,
    sandbox: sandbox?.controlUrl,
    mongo: engines.mongoUrl,
    nats: engines.natsUrl,
    pids: children.map((child) => child.pid),
  });
  announce({ product, port, engines, sandbox });
  setTimeout(releaseMemory, 1000).unref();
  await demonstrate(play, { set, folder, url: product.url, sandbox });
  setTimeout(() => {
    releaseMemory();
    for (const child of children) child.rest();
  }, 1000).unref();
}

/** The web app of the sources that are there; only the first start after a change takes time for it. */
function buildWeb(): Promise<string> {
  const broken = new AbortController();
  stops.push(() => broken.abort());
  return ensureBuilt({
    signal: broken.signal,
    onBuild: () => process.stdout.write('The web app is built first, once after each change.\n'),
  });
}

/** A port that is in use is reported before anything starts. */
async function checkPorts(set: StartSettings): Promise<void> {
  const wanted = [
    { name: 'PORT', port: set.PORT, host: set.HOST },
    { name: 'METRICS_PORT', port: set.METRICS_PORT, host: set.METRICS_HOST },
  ];
  if (set.NAMELOAN_SANDBOX === 'on')
    wanted.push({ name: 'SANDBOX_PORT', port: set.SANDBOX_PORT, host: '127.0.0.1' });
  const faults: string[] = [];
  for (const { name, port, host } of wanted) {
    if (port === 0 && host === '127.0.0.1') continue;
    const fault = await findPortError(port, host);
    if (fault === 'EADDRINUSE')
      faults.push(`${name} ${port} is in use on ${host}; name another one, or 0 for a free one.`);
    else if (fault) faults.push(`${name} ${port} cannot be used on ${host} (${fault}).`);
  }
  for (const { name, port } of wanted) {
    const same = wanted.find((other) => other.port === port && other.port !== 0);
    if (same && same.name !== name) faults.push(`${same.name} and ${name} are both ${port}.`);
  }
  if (faults.length > 0) throw new StartError(faults.join('\n'));
}

/** Accounts with a password that everybody knows stay on the laptop that they were made on. */
function rejectKnownPasswords(set: StartSettings, folder: DataFolder): void {
  const [sign] = productionSigns(set, environment);
  if (sign === undefined || readMarker(folder.file('demo.json'))?.passwords !== 'known') return;
  throw new StartError(
    `DATA_DIR ${folder.path} has demo accounts with a password that everybody knows while ${sign}: name another DATA_DIR.`,
  );
}

/** Demo data on an empty folder. That they cannot be loaded is no reason to take a running product down. */
async function demonstrate(
  play: ProductionGuard,
  there: {
    set: StartSettings;
    folder: DataFolder;
    url: string;
    sandbox: RunningSandbox | undefined;
  },
): Promise<void> {
  const { folder, url, sandbox } = there;
  const marker = folder.file('demo.json');
  if (play.demo === 'none' || !sandbox) {
    // What was started empty is someone's own and stays so.
    if (!readMarker(marker)) writeMarker(marker, { passwords: 'none', loadedAt: null });
    return;
  }
  try {
    const { loadDemo } = await import('@nameloan/demo/load-demo');
    const seed = folder.secrets().sandboxSecret;
    const sandboxUrl = sandbox.controlUrl;
    const { operatorCommands } = await import('@nameloan/identity/operator-commands');
    await loadDemo({
      url,
      sandboxUrl,
      marker,
      passwords: play.demo,
      seed,
      grantOperator: operatorCommands.grant,
    });
  } catch (error) {
    if (stopping) return;
    process.stderr.write(`The demo data are not complete: ${(error as Error).message}\n`);
  }
}

function announce(there: {
  product: Product;
  port: number;
  engines: RunningEngines;
  sandbox: RunningSandbox | undefined;
}): void {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  say(`Nameloan is ready on http://localhost:${there.port}`);
  say(`  API            http://localhost:${there.port}/developers`);
  if (there.sandbox)
    say(`  sandbox        ${there.sandbox.controlUrl}  (mailbox, registry, DNS, checkouts)`);
  say(`  metrics        ${there.product.metricsUrl}`);
  for (const [name, url] of Object.entries(there.product.serviceUrls))
    say(`  ${name.padEnd(14)} ${url}`);
  for (const { name, detail } of describeEngines(there.engines))
    say(`  ${name.padEnd(14)} ${detail}`);
}

function describeEngines({ engines: { database, bus } }: RunningEngines) {
  return [
    { name: 'database', detail: database === 'embedded' ? 'embedded engine' : database },
    { name: 'messaging', detail: bus === 'embedded' ? 'inside this process' : bus },
  ];
}

/** A sentence for what can be expected to go wrong, the stack for what cannot. */
function reasonOf(error: Error): string {
  const plain = ['SettingsError', 'BusUnavailable', 'BuildError'];
  if (error instanceof StartError || plain.includes(error.name)) return error.message;
  if (error.name !== 'MongooseServerSelectionError') return error.stack ?? String(error);
  const whose = environment.MONGODB_URL ? 'MONGODB_URL' : 'The database';
  return `${whose} does not answer: ${error.message}.`;
}

function endWith(code: number): void {
  setTimeout(() => process.exit(1), stopDeadlineMs).unref();
  void stopAll().then(() => process.exit(code));
}

process.on('SIGTERM', () => endWith(0));
process.on('SIGINT', () => {
  if (!stopping && process.stdout.isTTY) process.stdout.write('\nNameloan is stopping.\n');
  endWith(0);
});
// npm or the terminal is gone: stop rather than run on unseen.
process.on('SIGHUP', () => endWith(0));
exitWithNpm(environment, () => endWith(0));

try {
  await main();
} catch (error) {
  if (!stopping) {
    process.stderr.write(`Nameloan cannot start: ${reasonOf(error as Error)}\n`);
    endWith(1);
  }
}
