/** `npm run load -- PROFILE`: runs k6 against a product started for the run, or against a running one. */

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findK6, k6Missing } from '@nameloan/testkit/find-programs';
import type { LoadOptions } from './read-arguments.ts';
import { readArguments } from './read-arguments.ts';
import type { LoadTestProduct } from './start-product.ts';
import { startProductForLoad } from './start-product.ts';

const folder = import.meta.dirname;
/** k6's exit code for an exceeded bound. */
const boundExceeded = 99;
const stopping = new AbortController();
/** The first signal lets k6 finish its run and print its results; the second ends it at once. */
let interrupt: () => void = () => undefined;

/** Resolves to k6's exit code: 0 if every bound was met, 99 if not. */
function runK6(
  k6: string,
  loadOptions: LoadOptions,
  environment: Record<string, string>,
): Promise<number> {
  const settings = Object.entries(environment).flatMap(([name, value]) => [
    '-e',
    `${name}=${value}`,
  ]);
  const quiet = process.stdout.isTTY ? [] : ['--quiet'];
  const script = join(folder, loadOptions.script);
  // A separate process group: Ctrl-C reaches it once, through us, and it still prints its results.
  const child = spawn(
    k6,
    ['run', '--no-usage-report', '--address=', ...quiet, ...settings, script],
    {
      stdio: 'inherit',
      detached: true,
      // A proxy of this machine must not be measured.
      env: { ...process.env, NO_PROXY: '*' },
    },
  );
  interrupt = () => child.kill('SIGINT');
  process.once('exit', () => child.kill('SIGKILL'));
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => done(code ?? 1));
  });
}

async function main(): Promise<number> {
  const loadOptions = readArguments(process.argv.slice(2));
  const k6 = findK6(process.env);
  if (k6 === undefined) throw new Error(k6Missing);
  const out = resolve(loadOptions.out ?? mkdtempSync(join(tmpdir(), 'nameloan-load-summary-')));
  mkdirSync(out, { recursive: true });
  let product: LoadTestProduct | undefined;
  try {
    product = loadOptions.target
      ? undefined
      : await startProductForLoad(process.env, stopping.signal);
    const { url, sandboxUrl } = loadOptions.target ?? (product as LoadTestProduct);
    const environment: Record<string, string> = {
      WEB: process.env.WEB_DIR === 'off' ? 'off' : 'on',
      ...loadOptions.environment,
      BASE_URL: url,
      SANDBOX_URL: sandboxUrl,
      SUMMARY_DIR: out,
    };
    console.log(`Visiting ${url}`);
    const code = await runK6(k6, loadOptions, environment);
    console.log(`Summary (JSON and HTML): ${out}`);
    // k6 considers a bound without samples met; the summary does not.
    if (code !== 0) return code;
    return JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')).held ? 0 : boundExceeded;
  } finally {
    await product?.stop();
  }
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => {
    stopping.abort();
    interrupt();
  });

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}
