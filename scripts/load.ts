/** `npm run load -- PROFILE`: k6 against a product that is started for it, or against one that runs already. */

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { findK6, k6Missing } from './load/find-program.ts';
import type { LoadOptions } from './load/read-arguments.ts';
import { readArguments } from './load/read-arguments.ts';
import type { LoadTestProduct } from './load/start-product.ts';
import { startProductForLoad } from './load/start-product.ts';

const folder = resolve(import.meta.dirname, '../tests/load');
/** As k6 says it. */
const boundNotHeld = 99;
const stopping = new AbortController();
/** The first signal lets k6 finish its run and print its results; the second ends it at once. */
let interrupt: () => void = () => undefined;

/** Resolves to k6's exit code: 0 where every bound held, 99 where one did not. */
function runK6(k6: string, wanted: LoadOptions, told: Record<string, string>): Promise<number> {
  const named = Object.entries(told).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
  const quiet = process.stdout.isTTY ? [] : ['--quiet'];
  const script = join(folder, wanted.script);
  // A separate process group: Ctrl-C reaches it once, through us, and it still prints its results.
  const child = spawn(k6, ['run', '--no-usage-report', '--address=', ...quiet, ...named, script], {
    stdio: 'inherit',
    detached: true,
    // An answer of a proxy of this machine is not what is measured.
    env: { ...process.env, NO_PROXY: '*' },
  });
  interrupt = () => child.kill('SIGINT');
  process.once('exit', () => child.kill('SIGKILL'));
  return new Promise((done, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => done(code ?? 1));
  });
}

async function main(): Promise<number> {
  const wanted = readArguments(process.argv.slice(2));
  const k6 = findK6(process.env);
  if (k6 === undefined) throw new Error(k6Missing);
  const out = resolve(wanted.out ?? mkdtempSync(join(tmpdir(), 'nameloan-load-summary-')));
  mkdirSync(out, { recursive: true });
  let product: LoadTestProduct | undefined;
  try {
    product = wanted.there ? undefined : await startProductForLoad(process.env, stopping.signal);
    const { url, sandboxUrl } = wanted.there ?? (product as LoadTestProduct);
    const told: Record<string, string> = {
      WEB: process.env.WEB_DIR === 'off' ? 'off' : 'on',
      ...wanted.told,
      BASE_URL: url,
      SANDBOX_URL: sandboxUrl,
      SUMMARY_DIR: out,
    };
    console.log(`Visiting ${url}`);
    const code = await runK6(k6, wanted, told);
    console.log(`The summary as JSON and as a page: ${out}`);
    // k6 itself holds a bound on what never happened.
    if (code !== 0) return code;
    return JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')).held ? 0 : boundNotHeld;
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
