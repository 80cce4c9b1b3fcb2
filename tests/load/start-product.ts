/** A product for one load run: fresh data, free ports, no rate limits, no demo; it ends with its parent. */

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(import.meta.dirname, '../..');
const exitWithParent = fileURLToPath(import.meta.resolve('@nameloan/runtime/exit-with-parent'));

export interface LoadTestProduct {
  url: string;
  sandboxUrl: string;
  stop(): Promise<void>;
}

/** Resolves once the product is ready; throws with its output if it exits instead. */
export async function startProductForLoad(
  environment: Record<string, string | undefined>,
  signal: AbortSignal,
): Promise<LoadTestProduct> {
  const folder = mkdtempSync(join(tmpdir(), 'nameloan-load-'));
  const child = spawn(
    process.execPath,
    ['--import', exitWithParent, 'apps/standalone/src/main.ts'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...environment,
        DATA_DIR: folder,
        HOST: '127.0.0.1',
        PORT: '0',
        SANDBOX_PORT: '0',
        METRICS_PORT: '0',
        RATE_LIMITS: 'off',
        NAMELOAN_DEMO: 'off',
        LOG_LEVEL: environment.LOG_LEVEL ?? 'error',
      },
    },
  );
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  let text = '';
  try {
    await new Promise<void>((ready, reject) => {
      const read = (data: Buffer) => {
        text = (text + data).slice(-4000);
        if (text.includes('Nameloan is ready on')) ready();
      };
      child.stdout?.on('data', read);
      child.stderr?.on('data', read);
      child.once('exit', () => reject(new Error(`The product did not start: ${text}`)));
      signal.addEventListener('abort', () => reject(new Error('Stopped.')));
    });
  } catch (error) {
    await stop();
    throw error;
  }
  // Shows its errors under load.
  child.stderr?.pipe(process.stderr);
  const run = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  return { url: run.url, sandboxUrl: run.sandbox, stop };
}
