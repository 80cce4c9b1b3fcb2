/** `npm run dev`: a change shows in the open page, and one of the back end starts that again. In a copy of the repository. */

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launchChromium, noBrowser } from '@nameloan/testkit/chromium';
import { copyRepository } from '@nameloan/testkit/copy-repository';
import type { Browser, Page } from 'playwright-core';

const maxDurationMs = 120_000;
const maxSaves = 10;
const saveMs = 5000;
const skip = noBrowser;
let copy: string;
let data: string;
let child: ChildProcess;
let ended: Promise<number | null>;
let output = '';
let url: string;
let browser: Browser;
let page: Page;

const word = (text: string) => `export const Word = () => <h1>${text}</h1>;\n`;
const inWeb = (file: string) => join(copy, 'web/src', file);
let libraries: string;

async function eventually<T>(what: string, look: () => T | undefined | false): Promise<T> {
  const until = Date.now() + maxDurationMs;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > until) throw new Error(`${what} did not happen: ${output}`);
    await new Promise((next) => setTimeout(next, 50));
  }
}

before(async () => {
  if (skip) return;
  copy = copyRepository();
  data = join(copy, '.data');
  libraries = join(copy, 'web/node_modules/.vite/deps/_metadata.json');
  writeFileSync(inWeb('word.tsx'), word('before'));
  writeFileSync(
    inWeb('main.tsx'),
    `import { createRoot } from 'react-dom/client';
    import { Word } from './word.tsx';
    createRoot(document.getElementById('root')!).render(<Word />);`,
  );
  child = spawn(process.execPath, ['apps/standalone/src/dev/main.ts'], {
    cwd: copy,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '', PORT: '0', SANDBOX_PORT: '0', DATA_DIR: data, NAMELOAN_DEMO: 'off' },
  });
  ended = new Promise((done) => child.once('exit', done));
  child.stdout?.on('data', (text) => (output += text));
  child.stderr?.on('data', (text) => (output += text));
  url = await eventually('the start', () => /ready on (\S+)/.exec(output)?.[1]);
  browser = await launchChromium();
  page = await browser.newPage();
  await page.goto(url);
  // Libraries are prepared at the very first visit, which may reload the page.
  await eventually('the libraries', () => existsSync(libraries));
  // A page is rendered before it subscribes to changes.
  const hears = page.waitForEvent('console', {
    predicate: (line) => line.text().includes('[vite] connected'),
    timeout: maxDurationMs,
  });
  await page.goto(url);
  await hears;
});
after(async () => {
  await browser?.close();
  // Skipped, or not found: there is none, and group 0 would be the tests' own.
  if (child?.pid)
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has ended in order.
    }
  if (copy) rmSync(copy, { recursive: true, force: true });
});

/**
 * The signal that the libraries are ready can arrive after their file and reload the page: until a
 * save has shown in a page that stayed.
 */
async function untilSettled(): Promise<void> {
  for (let time = 1; time <= maxSaves; time += 1) {
    // A page that is being loaded again has nothing to be asked.
    const asked = (what: string) => page.evaluate(what).catch(() => undefined);
    await asked(`window.settled = ${time}`);
    writeFileSync(inWeb('word.tsx'), word(`settled ${time}`));
    const shown = page.getByRole('heading', { name: `settled ${time}` });
    await shown.waitFor({ timeout: saveMs }).catch(() => undefined);
    if ((await shown.isVisible()) && (await asked('window.settled')) === time) return;
    // Loaded in the middle of that, it may have no code that a save could change.
    if (!(await shown.isVisible())) await page.reload().catch(() => undefined);
  }
  assert.fail(`the page did not settle: ${output}`);
}

const pid = () => {
  try {
    return Number(JSON.parse(readFileSync(join(data, 'run.json'), 'utf8')).pid);
  } catch {
    return undefined;
  }
};

test('a component that is saved shows in the open page, which is not loaded again', {
  skip,
}, async () => {
  await page.getByRole('heading', { name: 'before' }).waitFor();
  await untilSettled();
  await page.evaluate("window.stays = 'here'");
  const after = page.getByRole('heading', { name: 'after' });
  // On a busy machine a first save was once not noticed, so the test saves again until it is.
  for (let time = 1; time < maxSaves && !(await after.isVisible()); time += 1) {
    writeFileSync(inWeb('word.tsx'), word('after'));
    await after.waitFor({ timeout: saveMs }).catch(() => undefined);
  }
  await after.waitFor();
  assert.equal(await page.evaluate('window.stays'), 'here');
});

test('the same address answers for programs, sockets and developers too', { skip }, async () => {
  const listings = await fetch(`${url}/api/listings`);
  assert.equal(listings.status, 200);
  assert.equal((await fetch(`${url}/api/nope`)).status, 404);
  const developers = await (await fetch(`${url}/developers`)).text();
  assert.ok(developers.includes(`${url}/api/users/login`), 'with the address in front');
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const answer = await new Promise<string>((done, reject) => {
    socket.onopen = () => socket.send('{"type":"connection_init"}');
    socket.onmessage = ({ data: text }) => done(String(text));
    socket.onerror = () => reject(new Error('the socket was refused'));
  });
  socket.close();
  assert.match(answer, /connection_ack/);
});

test('a document that is saved becomes code', { skip }, async () => {
  writeFileSync(inWeb('features/dashboard/today.graphql'), 'query Today {\n  now\n}\n');
  await eventually('the code', () => existsSync(inWeb('features/dashboard/today.generated.ts')));
});

test('a file of the back end that is saved starts it again, behind the page that stays', {
  skip,
}, async () => {
  const first = pid();
  assert.ok(first);
  const now = new Date();
  utimesSync(join(copy, 'services/lending/src/offer/offer.graphql'), now, now);
  await eventually('another start', () => pid() !== undefined && pid() !== first);
  assert.equal((await fetch(`${url}/api/listings`)).status, 200);
  assert.equal(await page.evaluate('window.stays'), 'here');
});

test('what stops it stops all of it', { skip }, async () => {
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
  await eventually('the end of its group', () => {
    try {
      process.kill(-(child.pid ?? 0), 0);
      return false;
    } catch {
      return true;
    }
  });
  assert.ok(!existsSync(join(data, 'lock')));
});
