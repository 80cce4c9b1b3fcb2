/** `npm run dev` on a copy of the repository: changes of the web app show in the open page, changes of the back end restart it. */

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

const renderTitle = (text: string) => `export const Title = () => <h1>${text}</h1>;\n`;
const webFile = (file: string) => join(copy, 'web/src', file);
let libraries: string;

async function eventually<T>(what: string, condition: () => T | undefined | false): Promise<T> {
  const until = Date.now() + maxDurationMs;
  for (;;) {
    const value = condition();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > until) throw new Error(`${what} did not happen: ${output}`);
    await new Promise((next) => setTimeout(next, 50));
  }
}

before(async () => {
  if (skip) return;
  copy = copyRepository();
  data = join(copy, '.data');
  libraries = join(copy, 'web/node_modules/.vite/deps/_metadata.json');
  writeFileSync(webFile('title.tsx'), renderTitle('before'));
  writeFileSync(
    webFile('main.tsx'),
    `import { createRoot } from 'react-dom/client';
    import { Title } from './title.tsx';
    createRoot(document.getElementById('root')!).render(<Title />);`,
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
  // The first visit makes Vite bundle the libraries, which may reload the page.
  await eventually('the libraries', () => existsSync(libraries));
  // A page is rendered before it subscribes to changes.
  const connected = page.waitForEvent('console', {
    predicate: (line) => line.text().includes('[vite] connected'),
    timeout: maxDurationMs,
  });
  await page.goto(url);
  await connected;
});
after(async () => {
  await browser?.close();
  // Without a child there is no pid, and group 0 would be the group of the tests.
  if (child?.pid)
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has already exited.
    }
  if (copy) rmSync(copy, { recursive: true, force: true });
});

/** Vite can reload the page after it has written the libraries: saves until a change shows without a reload. */
async function untilSettled(): Promise<void> {
  for (let time = 1; time <= maxSaves; time += 1) {
    // Evaluation fails while the page reloads.
    const evaluate = (what: string) => page.evaluate(what).catch(() => undefined);
    await evaluate(`window.settled = ${time}`);
    writeFileSync(webFile('title.tsx'), renderTitle(`settled ${time}`));
    const shown = page.getByRole('heading', { name: `settled ${time}` });
    await shown.waitFor({ timeout: saveMs }).catch(() => undefined);
    if ((await shown.isVisible()) && (await evaluate('window.settled')) === time) return;
    // A page that was loaded halfway through may never receive the change.
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

test('a saved component shows in the open page without a reload', {
  skip,
}, async () => {
  await page.getByRole('heading', { name: 'before' }).waitFor();
  await untilSettled();
  await page.evaluate("window.stays = 'here'");
  const after = page.getByRole('heading', { name: 'after' });
  // A busy machine can miss the first save, so the test saves until the change shows.
  for (let time = 1; time < maxSaves && !(await after.isVisible()); time += 1) {
    writeFileSync(webFile('title.tsx'), renderTitle('after'));
    await after.waitFor({ timeout: saveMs }).catch(() => undefined);
  }
  await after.waitFor();
  assert.equal(await page.evaluate('window.stays'), 'here');
});

test('the API, WebSockets and the developer page have the same address', { skip }, async () => {
  const listings = await fetch(`${url}/api/listings`);
  assert.equal(listings.status, 200);
  assert.equal((await fetch(`${url}/api/nope`)).status, 404);
  const developers = await (await fetch(`${url}/developers`)).text();
  assert.ok(
    developers.includes(`${url}/api/users/register`),
    'the page shows the address of the development server',
  );
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  const answer = await new Promise<string>((done, reject) => {
    socket.onopen = () => socket.send('{"type":"connection_init"}');
    socket.onmessage = ({ data: text }) => done(String(text));
    socket.onerror = () => reject(new Error('the socket was refused'));
  });
  socket.close();
  assert.match(answer, /connection_ack/);
});

test('a saved GraphQL document is compiled', { skip }, async () => {
  writeFileSync(webFile('features/dashboard/today.graphql'), 'query Today {\n  now\n}\n');
  await eventually('the generated file', () =>
    existsSync(webFile('features/dashboard/today.generated.ts')),
  );
});

test('a saved file of the back end restarts it without a reload of the page', {
  skip,
}, async () => {
  const first = pid();
  assert.ok(first);
  const now = new Date();
  utimesSync(join(copy, 'services/lending/src/offer/offer.graphql'), now, now);
  await eventually('a restart', () => pid() !== undefined && pid() !== first);
  assert.equal((await fetch(`${url}/api/listings`)).status, 200);
  assert.equal(await page.evaluate('window.stays'), 'here');
});

test('SIGTERM stops all processes', { skip }, async () => {
  child.kill('SIGTERM');
  assert.equal(await ended, 0);
  await eventually('the exit of the process group', () => {
    try {
      process.kill(-(child.pid ?? 0), 0);
      return false;
    } catch {
      return true;
    }
  });
  assert.ok(!existsSync(join(data, 'lock')));
});
