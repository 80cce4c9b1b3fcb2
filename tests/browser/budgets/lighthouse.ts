/** Runs Lighthouse on the most visited pages, as mobile and desktop; part of `npm run bench`. Exits with 1 if a budget is exceeded. */

import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BudgetName } from '@nameloan/testkit/budgets';
import { checkBudget } from '@nameloan/testkit/budgets';
import { openProfile } from '@nameloan/testkit/chromium';
import lighthouse, { desktopConfig } from 'lighthouse';
import { startOneProcess } from '../../flows/environment/one-process.ts';
import { addressOf } from '../start-product.ts';
import type { DemoPage } from './pages.ts';
import { findDemoPages, measuredPages } from './pages.ts';

const devices = ['mobile', 'desktop'] as const;
/** The median of these runs is reported, because the machine may be busy. */
const runs = 3;

type Device = (typeof devices)[number];
type LighthouseScores = Partial<Record<BudgetName, number>>;

/** Lighthouse's benchmark index during the runs: results of a busy machine are not meaningful. */
const benchmarkIndexes: number[] = [];

const freePort = () =>
  new Promise<number>((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' ? (address?.port ?? 0) : 0));
    });
  });

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function runOnce(url: string, device: Device, port: number): Promise<LighthouseScores> {
  const flags = { port, logLevel: 'error', disableStorageReset: true } as const;
  const result = await lighthouse(url, flags, device === 'desktop' ? desktopConfig : undefined);
  if (!result) throw new Error(`no result for ${url}`);
  const { categories, audits, environment } = result.lhr;
  benchmarkIndexes.push(environment.benchmarkIndex);
  const points = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const isApp = new URL(url).pathname.startsWith('/app');
  return {
    [`lighthouse ${device}: performance`]: points('performance'),
    'lighthouse: accessibility': points('accessibility'),
    'lighthouse: best practices': points('best-practices'),
    ...(isApp ? {} : { 'lighthouse: SEO': points('seo') }),
    'largest paint, simulated': value('largest-contentful-paint'),
    'blocked time': value('total-blocking-time'),
    'layout shift': value('cumulative-layout-shift'),
  };
}

async function measurePage(
  { name, address }: DemoPage,
  base: string,
  port: number,
): Promise<boolean> {
  let allMet = true;
  for (const device of devices) {
    const all: LighthouseScores[] = [];
    while (all.length < runs) all.push(await runOnce(base + address, device, port));
    for (const budget of Object.keys(all[0] ?? {}) as BudgetName[]) {
      const value = middle(all.map((one) => one[budget] ?? Number.NaN));
      const { line, isMet } = checkBudget(budget, value, `${name}, ${device}`);
      console.log(line);
      allMet &&= isMet;
    }
  }
  return allMet;
}

const given = process.argv[2];
const environment = given ? undefined : await startOneProcess({ demo: true });
const folder = mkdtempSync(join(tmpdir(), 'nameloan-lighthouse-'));
const port = await freePort();
const profile = await openProfile(folder, [`--remote-debugging-port=${port}`]);
let isMet = true;
try {
  const url = given ?? (environment ? addressOf(environment) : '');
  const { pages, readers } = await findDemoPages(url);
  const page = await profile.newPage();
  await page.goto(`${url}/robots.txt`);
  const { token = '', refreshToken = '' } = readers.ada ?? {};
  // Public pages first, while signed out.
  for (const name of measuredPages) {
    const one = pages.find((page) => page.name === name);
    if (!one) throw new Error(`there is no page ${name}`);
    if (one.reader === 'ada')
      await page.evaluate(
        ([access = '', refresh = '']) => {
          localStorage.setItem('accessToken', access);
          localStorage.setItem('refreshToken', refresh);
        },
        [token, refreshToken],
      );
    isMet = (await measurePage(one, url, port)) && isMet;
  }
} finally {
  await profile.close();
  await environment?.stop();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`benchmark index of the machine: ${middle(benchmarkIndexes)}`);
process.exit(isMet ? 0 : 1);
