/** Starts the product as in a cluster: one process per service at a fixed address, with a real broker. */

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serviceNames } from '@nameloan/contracts/platform';
import type { Sandbox } from '@nameloan/driver/sandbox-settings';
import { sandboxSettings } from '@nameloan/driver/sandbox-settings';
import { freePort } from '@nameloan/runtime/free-port';
import { findNatsServer } from '@nameloan/testkit/nats';
import type { BrokerUsersFile } from '@nameloan/testkit/nats/nats-users';
import { writeBrokerUsers } from '@nameloan/testkit/nats/nats-users';
import { countriesFile, mongoUrl, pathWithoutEngines } from './config.ts';
import type { Store } from './mint-token.ts';
import { ServiceProcess } from './service-process.ts';
import type { SkewedReplica } from './skewed-replica.ts';
import { stopAll, TestEnvironment } from './test-environment.ts';

export const mainOf = (name: string) =>
  fileURLToPath(import.meta.resolve(`@nameloan/${name}/main`));
const skewedReplica = fileURLToPath(new URL('skewed-replica.ts', import.meta.url));
export const createSecret = () => randomBytes(32).toString('hex');

export interface Plan {
  folder: string;
  ports: Record<string, number>;
  brokerUsers: BrokerUsersFile;
  secrets: {
    internalSecret: string;
    sandboxSecret: string;
    stripeWebhookSecret: string;
    nowpaymentsIpnSecret: string;
  };
}

/** Fixes addresses and secrets first, so that a killed process restarts with the same ones. */
export async function makePlan(servers: string[]): Promise<Plan> {
  const external = ['mongo', 'nats', 'control', 'epp', 'dns', 'smtp'];
  const names = [...external, ...servers];
  const ports: Record<string, number> = {};
  for (const name of names) ports[name] = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-flows-'));
  return {
    folder,
    ports,
    brokerUsers: writeBrokerUsers(folder),
    secrets: {
      internalSecret: createSecret(),
      sandboxSecret: createSecret(),
      stripeWebhookSecret: `whsec_${createSecret()}`,
      nowpaymentsIpnSecret: createSecret(),
    },
  };
}

export const urlAt = (plan: Plan, name: string) => `http://127.0.0.1:${plan.ports[name]}`;

export function readJson(line: string): { ready?: unknown } {
  try {
    return JSON.parse(line) ?? {};
  } catch {
    return {};
  }
}

export function mongoProcess({ folder, ports }: Plan): ServiceProcess {
  return new ServiceProcess<unknown>({
    name: 'mongo',
    run: {
      script: mainOf('embedded-mongo'),
      args: ['--port', String(ports.mongo), '--data', join(folder, 'mongo')],
    },
    environment: () => ({ PATH: pathWithoutEngines() }),
    readReady: (line) => /mongodb:\/\/\S+/.exec(line)?.[0],
  });
}

/** With a user per component, as in the deployments. */
function natsProcess({ folder, ports, brokerUsers }: Plan): ServiceProcess {
  const at = ['-c', brokerUsers.file, '-a', '127.0.0.1', '-p', String(ports.nats)];
  return new ServiceProcess<unknown>({
    name: 'nats',
    run: { program: findNatsServer() ?? '', args: ['-js', '-sd', join(folder, 'nats'), ...at] },
    environment: () => ({}),
    readReady: (line) => (line.includes('Server is ready') ? true : undefined),
  });
}

export function sandboxProcess(plan: Plan): ServiceProcess<Sandbox> {
  const { ports, secrets, folder } = plan;
  return new ServiceProcess<Sandbox>({
    name: 'sandbox',
    run: { script: mainOf('sandbox') },
    environment: () => ({
      DATA_DIR: folder,
      SANDBOX_PORT: String(ports.control),
      EPP_PORT: String(ports.epp),
      DNS_PORT: String(ports.dns),
      SMTP_PORT: String(ports.smtp),
      SANDBOX_SECRET: secrets.sandboxSecret,
      STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret,
      NOWPAYMENTS_IPN_SECRET: secrets.nowpaymentsIpnSecret,
      PRODUCT_URL: urlAt(plan, 'gateway'),
    }),
    readReady: (line) => {
      const ready = readJson(line);
      return ready.ready === true ? (ready as Sandbox) : undefined;
    },
  });
}

export type Settings = Record<string, string | undefined>;

/** A replica such as `gateway-2` has the login of its component. */
function brokerLogin({ brokerUsers }: Plan, name: string): Settings {
  const user = name.split('-')[0] ?? name;
  return { NATS_USER: user, NATS_PASSWORD: brokerUsers.passwordOf(user) };
}

interface ServerSettings {
  settings: Settings;
  store: Store;
  /** Replicas of domains with their own clocks; empty: one replica with the common clock. */
  replicas: (SkewedReplica & { name: string })[];
}

/** Reads the secrets at each start, because they may have been rotated. */
function serverProcess(
  plan: Plan,
  name: string,
  { settings, store, replicas }: ServerSettings,
): ServiceProcess {
  const replica = replicas.find((one) => one.name === name);
  return new ServiceProcess<unknown>({
    name,
    run: replica
      ? { script: mainOf('domains'), preloads: [skewedReplica], args: [JSON.stringify(replica)] }
      : { script: mainOf(name.startsWith('gateway') ? 'gateway' : name) },
    environment: () => ({
      ...settings,
      ...brokerLogin(plan, name),
      INTERNAL_SECRET: store.internalSecret,
      INTERNAL_SECRET_ALSO: store.internalSecretAlso,
      PORT: String(plan.ports[name]),
    }),
    readReady: (line) => readJson(line).ready,
  });
}

/** Settings of every service and the gateway. */
export function commonSettings(plan: Plan, store: Store, sandbox: Sandbox): Settings {
  const urls = serviceNames.map((name) => [`${name.toUpperCase()}_URL`, urlAt(plan, name)]);
  return {
    ...sandboxSettings(sandbox, plan.secrets),
    ...Object.fromEntries(urls),
    MONGODB_URL: store.mongoUrl,
    DATABASE_PREFIX: store.databasePrefix,
    NATS_URL: `nats://127.0.0.1:${plan.ports.nats}`,
    PUBLIC_URL: urlAt(plan, 'gateway'),
    // Tests wait for single mails.
    MAIL_JOIN_MS: '1',
    RATE_LIMITS: 'off',
    ACCOUNT_RULES: 'strict',
    APPRAISER: 'built-in',
    COUNTRY_RULES_FILE: countriesFile,
    LOG_LEVEL: 'error',
  };
}

export interface ManyProcesses {
  /** Replicas of domains; the gateway calls the one named `domains`. */
  replicas?: ServerSettings['replicas'];
  /** Number of gateways; the first one is the environment's public URL. */
  gateways?: number;
  /** Additional settings of the gateways and every service. */
  settings?: Record<string, string>;
}

export async function startManyProcesses({
  replicas = [],
  gateways = 1,
  settings = {},
}: ManyProcesses = {}): Promise<TestEnvironment> {
  const gatewayNames = Array.from({ length: gateways }, (_, at) =>
    at ? `gateway-${at + 1}` : 'gateway',
  );
  const names = new Set([...serviceNames, ...replicas.map(({ name }) => name)]);
  const plan = await makePlan([...names, ...gatewayNames]);
  const processes: ServiceProcess[] = [];
  const clean = () => rmSync(plan.folder, { recursive: true, force: true });
  const start = <R>(process: ServiceProcess<R>): Promise<R> => {
    processes.push(process as ServiceProcess);
    return process.start();
  };
  const store: Store = {
    mongoUrl: '',
    databasePrefix: `flows_${randomBytes(4).toString('hex')}_`,
    internalSecret: plan.secrets.internalSecret,
  };
  try {
    const sandbox = sandboxProcess(plan);
    const [mongo, sandboxAddresses] = await Promise.all([
      mongoUrl() ?? start(mongoProcess(plan)),
      start(sandbox),
      start(natsProcess(plan)),
    ]);
    store.mongoUrl = String(mongo);
    const allSettings = { ...commonSettings(plan, store, sandboxAddresses), ...settings };
    const serverSettings = { settings: allSettings, store, replicas };
    await Promise.all([...names].map((name) => start(serverProcess(plan, name, serverSettings))));
    await Promise.all(gatewayNames.map((name) => start(serverProcess(plan, name, serverSettings))));
  } catch (error) {
    await stopAll(processes);
    clean();
    throw error;
  }
  return new TestEnvironment({
    url: urlAt(plan, 'gateway'),
    gatewayUrls: gatewayNames.map((name) => urlAt(plan, name)),
    sandboxUrl: urlAt(plan, 'control'),
    serviceUrls: Object.fromEntries(serviceNames.map((name) => [name, urlAt(plan, name)])),
    store,
    processes,
    clean,
  });
}
