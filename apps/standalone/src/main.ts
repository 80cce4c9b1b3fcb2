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

/** The user's environment, before `NODE_ENV` is set for libraries. */
const environment = { ...process.env };
process.env.NODE_ENV ||= 'production';

const stopDeadlineMs = 30_000;
const stops: (() => Promise<unknown> | unknown)[] = [];
let stopping: Promise<void> | undefined;
let lockedFolder: DataFolder | undefined;

/** Stops everything once, the last started first. */
function stopAll(): Promise<void> {
  stopping ??= (async () => {
    lockedFolder?.markStopping();
    for (const stop of stops.reverse()) await Promise.resolve(stop()).catch(() => undefined);
  })();
  return stopping;
}

async function main(): Promise<void> {
  const settings = readStartSettings(environment);
  const allowed = checkSandboxAllowed(settings, environment);
  const folder = new DataFolder(settings.DATA_DIR);
  rejectKnownPasswords(settings, folder);
  await folder.lock((holder) =>
    process.stdout.write(`Nameloan is waiting for process ${holder}, which is stopping.\n`),
  );
  lockedFolder = folder;
  stops.push(() => folder.unlock());
  const record = new ChildRecord(folder.file('children.json'));
  await record.endLeftovers();
  await checkPorts(settings);
  const secrets = folder.secrets();
  const port = settings.PORT === 0 ? await freePort() : settings.PORT;
  const children: Child[] = [];
  const adopt = (child: Child) => {
    children.push(child);
    record.adopt(child);
    stops.push(() => child.stop());
  };
  // The heavy modules load while the engines start.
  const loading = import('./product.ts');
  const starting: Promise<RunningSandbox | undefined> = allowed.sandbox
    ? startSandboxChild(settings, { folder, environment, adopt, productPort: port })
    : Promise.resolve(undefined);
  const [engines, sandbox, webFolder] = await Promise.all([
    startEngines(settings, { folder, environment, adopt }),
    starting,
    settings.WEB_DIR === 'off' ? undefined : (settings.WEB_DIR ?? buildWeb()),
  ]);
  const { startProduct } = await loading;
  const product = await startProduct({
    environment: {
      ...environment,
      ...sandbox?.settings,
      NAMELOAN_SANDBOX: settings.NAMELOAN_SANDBOX,
      ACCOUNT_RULES: environment.ACCOUNT_RULES || (allowed.sandbox ? 'trial' : 'strict'),
      RDAP_BOOTSTRAP_URL: environment.RDAP_BOOTSTRAP_URL || sandbox?.settings.RDAP_BOOTSTRAP_URL,
      APPRAISER: environment.APPRAISER || (allowed.sandbox ? 'built-in' : 'none'),
      INTERNAL_SECRET: secrets.internalSecret,
      INTERNAL_SECRET_ALSO: secrets.internalSecretAlso,
      MONGODB_URL: engines.mongoUrl,
      PUBLIC_URL: settings.PUBLIC_URL ?? `http://localhost:${port}`,
      RATE_LIMITS: settings.RATE_LIMITS,
      LOG_LEVEL: settings.LOG_LEVEL,
      METRICS_PORT: String(settings.METRICS_PORT),
      METRICS_HOST: settings.METRICS_HOST,
    },
    gateway: {
      PORT: String(port),
      HOST: settings.HOST,
      TRUST_PROXY: settings.TRUST_PROXY,
      WEB_DIR: webFolder,
    },
    broker: engines.broker,
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
    nats: engines.broker?.url,
    natsPasswords: engines.broker?.passwords && Object.fromEntries(engines.broker.passwords),
    pids: children.map((child) => child.pid),
  });
  printAddresses({ product, port, engines, sandbox });
  setTimeout(releaseMemory, 1000).unref();
  await loadDemoData(allowed, { folder, url: product.url, sandbox });
  setTimeout(() => {
    releaseMemory();
    for (const child of children) child.rest();
  }, 1000).unref();
}

/** Builds the web app from the current sources. Only the first start after a change takes time for it. */
function buildWeb(): Promise<string> {
  const controller = new AbortController();
  stops.push(() => controller.abort());
  return ensureBuilt({
    signal: controller.signal,
    onBuild: () =>
      process.stdout.write('Building the web app. Later starts skip this unless it changes.\n'),
  });
}

/** Throws StartError if a port is in use, before anything starts. */
async function checkPorts(settings: StartSettings): Promise<void> {
  const ports = [
    { name: 'PORT', port: settings.PORT, host: settings.HOST },
    { name: 'METRICS_PORT', port: settings.METRICS_PORT, host: settings.METRICS_HOST },
  ];
  if (settings.NAMELOAN_SANDBOX === 'on')
    ports.push({ name: 'SANDBOX_PORT', port: settings.SANDBOX_PORT, host: '127.0.0.1' });
  const errors: string[] = [];
  for (const { name, port, host } of ports) {
    if (port === 0 && host === '127.0.0.1') continue;
    const error = await findPortError(port, host);
    if (error === 'EADDRINUSE')
      errors.push(
        `${name} ${port} is already in use on ${host}. Set another one, or 0 for a free one.`,
      );
    else if (error) errors.push(`${name} ${port} cannot be used on ${host} (${error}).`);
  }
  for (const { name, port } of ports) {
    const same = ports.find((other) => other.port === port && other.port !== 0);
    if (same && same.name !== name) errors.push(`${same.name} and ${name} are both ${port}.`);
  }
  if (errors.length > 0) throw new StartError(errors.join('\n'));
}

/** Throws StartError if demo accounts with the published password would run in production. */
function rejectKnownPasswords(settings: StartSettings, folder: DataFolder): void {
  const [sign] = productionSigns(settings, environment);
  if (sign === undefined || readMarker(folder.file('demo.json'))?.passwords !== 'known') return;
  throw new StartError(
    `DATA_DIR ${folder.path} has demo accounts with the published password, but ${sign}. Set another DATA_DIR.`,
  );
}

/** Loads the demo data into an empty folder. If that fails, the product keeps running. */
async function loadDemoData(
  allowed: ProductionGuard,
  {
    folder,
    url,
    sandbox,
  }: { folder: DataFolder; url: string; sandbox: RunningSandbox | undefined },
): Promise<void> {
  const marker = folder.file('demo.json');
  if (allowed.demo === 'none' || !sandbox) {
    // A folder that was started without demo data never gets any.
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
      passwords: allowed.demo,
      seed,
      grantOperator: operatorCommands.grant,
    });
  } catch (error) {
    if (stopping) return;
    process.stderr.write(`The demo data is incomplete: ${(error as Error).message}\n`);
  }
}

function printAddresses({
  product,
  port,
  engines,
  sandbox,
}: {
  product: Product;
  port: number;
  engines: RunningEngines;
  sandbox: RunningSandbox | undefined;
}): void {
  const print = (line: string) => process.stdout.write(`${line}\n`);
  print(`Nameloan is ready on http://localhost:${port}`);
  print(`  API            http://localhost:${port}/developers`);
  if (sandbox) print(`  sandbox        ${sandbox.controlUrl}  (mailbox, registry, DNS, checkouts)`);
  print(`  metrics        ${product.metricsUrl}`);
  for (const [name, url] of Object.entries(product.serviceUrls))
    print(`  ${name.padEnd(14)} ${url}`);
  for (const { name, detail } of describeEngines(engines)) print(`  ${name.padEnd(14)} ${detail}`);
}

function describeEngines({ engines: { database, bus } }: RunningEngines) {
  return [
    { name: 'database', detail: database === 'embedded' ? 'embedded engine' : database },
    { name: 'messaging', detail: bus === 'embedded' ? 'inside this process' : bus },
  ];
}

/** The message of an expected error, the stack of an unexpected one. */
function formatError(error: Error): string {
  const expected = ['SettingsError', 'BusUnavailable', 'BuildError'];
  if (error instanceof StartError || expected.includes(error.name)) return error.message;
  if (error.name !== 'MongooseServerSelectionError') return error.stack ?? String(error);
  const database = environment.MONGODB_URL ? 'MONGODB_URL' : 'The database';
  return `${database} does not answer: ${error.message}.`;
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
// The terminal was closed.
process.on('SIGHUP', () => endWith(0));
exitWithNpm(environment, () => endWith(0));

try {
  await main();
} catch (error) {
  if (!stopping) {
    process.stderr.write(`Nameloan cannot start: ${formatError(error as Error)}\n`);
    endWith(1);
  }
}
