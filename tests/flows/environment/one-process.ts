/** Starts the product as `npm start` does without other programs installed: one process tree, embedded engines. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyDemoData } from '@nameloan/testkit/demo-folder';
import { countriesFile, pathWithoutEngines } from './config.ts';
import { ServiceProcess } from './service-process.ts';
import { stopAll, TestEnvironment } from './test-environment.ts';

const script = fileURLToPath(new URL('../../../apps/standalone/src/main.ts', import.meta.url));
const readyLine = /^Nameloan is ready on /;
const demoLine = /^Demo accounts/;
/** Generous: a busy machine takes minutes for what an idle one does in 20 seconds. */
const demoDeadlineMs = 600_000;

export interface OneProcess {
  /** A module to preload into the product's process. */
  preload?: string;
  /** Loads the demo data and waits for it. */
  demo?: boolean;
  /** Additional settings of `npm start`. */
  settings?: Record<string, string>;
}

interface ProductProcess extends OneProcess {
  folder: string;
  /** 0 picks a free port. */
  ports: { product: string; sandbox: string };
  /** Whether the demo data is in the folder, so that the product does not report it. */
  hasDemoData(): boolean;
}

function productProcess(options: ProductProcess): ServiceProcess<string> {
  const { folder, ports, hasDemoData, preload, demo = false, settings = {} } = options;
  return new ServiceProcess<string>({
    name: 'product',
    run: { script, ...(preload ? { preloads: [preload] } : {}) },
    environment: () => ({
      PATH: pathWithoutEngines(),
      DATA_DIR: folder,
      NAMELOAN_DEMO: demo ? 'on' : 'off',
      PORT: ports.product,
      SANDBOX_PORT: ports.sandbox,
      // Tests wait for single mails.
      MAIL_JOIN_MS: '1',
      RATE_LIMITS: 'off',
      ACCOUNT_RULES: 'strict',
      COUNTRY_RULES_FILE: countriesFile,
      LOG_LEVEL: 'error',
      ...settings,
    }),
    readReady: (line) => (demo && !hasDemoData() ? demoLine : readyLine).exec(line)?.[0],
    ...(demo ? { readyTimeoutMs: demoDeadlineMs } : {}),
  });
}

async function loadDemoData(folder: string): Promise<void> {
  const ports = { product: '0', sandbox: '0' };
  const product = productProcess({ folder, ports, demo: true, hasDemoData: () => false });
  try {
    await product.start();
  } finally {
    await product.stop();
  }
}

export async function startOneProcess(options: OneProcess = {}): Promise<TestEnvironment> {
  const { demo = false, settings = {} } = options;
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-flows-'));
  const clean = () => rmSync(folder, { recursive: true, force: true });
  // The first start picks free ports; restarts reuse them.
  const ports = { product: '0', sandbox: '0' };
  let copied = false;
  const hasDemoData = () => copied || ports.product !== '0';
  const product = productProcess({ ...options, folder, ports, hasDemoData });
  try {
    copied = demo && (await copyDemoData(folder, loadDemoData));
    await product.start();
    const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
    const { internalSecret } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'));
    ports.product = new URL(run.url).port;
    ports.sandbox = new URL(run.sandbox).port;
    const { url, serviceUrls } = run;
    const processes = [product as ServiceProcess];
    const environment = new TestEnvironment({
      url,
      sandboxUrl: run.sandbox,
      serviceUrls,
      store: { mongoUrl: run.mongo, databasePrefix: 'nameloan_', internalSecret },
      processes,
      logsEverything: settings.LOG_LEVEL === 'trace',
      clean,
    });
    await environment.sandbox.updateSettings({ autoApproveSeconds: null });
    return environment;
  } catch (error) {
    await stopAll([product as ServiceProcess]);
    clean();
    throw error;
  }
}
