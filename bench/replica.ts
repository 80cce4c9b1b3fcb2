/** Additional replicas of a component on the database and broker of a running product, as in a cluster. */

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { findNats } from '@nameloan/testkit/find-programs';
import { readCpuMs } from './cpu.ts';
import type { RunningProduct } from './running-product.ts';
import { startProductForBench } from './running-product.ts';

const exitWithParent = fileURLToPath(import.meta.resolve('@nameloan/runtime/exit-with-parent'));

export interface Replica {
  url: string;
  /** CPU milliseconds since the start of this process. */
  cpuMs(): number;
  stop(): Promise<void>;
}

export const natsMissing = 'skipped: nats-server is not installed, and replicas need a broker';

/** Undefined if nats-server is not installed. */
export async function startProductOnNats(): Promise<RunningProduct | undefined> {
  const binary = findNats(process.env);
  if (binary === undefined) return undefined;
  const settings = { RATE_LIMITS: 'off', WEB_DIR: 'off', NATS_SERVER_BINARY: binary };
  return startProductForBench(settings);
}

function createEnvironment(
  component: string,
  product: RunningProduct,
  environment: Record<string, string>,
) {
  const urls = Object.entries(product.serviceUrls).map(([name, url]) => [
    `${name.toUpperCase()}_URL`,
    url,
  ]);
  return {
    ...Object.fromEntries(urls),
    NODE_ENV: 'production',
    PORT: '0',
    MONGODB_URL: product.mongo,
    NATS_URL: product.nats,
    NATS_USER: component,
    NATS_PASSWORD: product.natsPasswords?.[component],
    INTERNAL_SECRET: product.internalSecret,
    NAMELOAN_SANDBOX: 'on',
    SANDBOX_URL: product.sandbox,
    SANDBOX_SECRET: product.sandboxSecret,
    PUBLIC_URL: product.url,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    GOVERNING_LAW: 'England and Wales',
    GOVERNING_VENUE: 'England and Wales',
    ...environment,
  };
}

/** Rejects with its output if it exits before it is ready. */
export function startReplica(
  component: 'lending' | 'gateway',
  product: RunningProduct,
  environment: Record<string, string> = {},
): Promise<Replica> {
  const main = fileURLToPath(import.meta.resolve(`@nameloan/${component}/main`));
  const child = spawn(process.execPath, ['--import', exitWithParent, main], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: createEnvironment(component, product, environment),
  });
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const replica = {
    cpuMs: () => readCpuMs(child.pid ?? 0),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
  return new Promise((ready, reject) => {
    let text = '';
    const read = (data: Buffer) => {
      text = (text + data).slice(-4000);
      const line = text.split('\n').find((one) => one.startsWith('{"ready"'));
      if (line?.endsWith('}')) ready({ ...replica, url: JSON.parse(line).url });
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`${component} exited: ${text}`)));
  });
}
