/** The pages for developers: examples that run as they are copied, the diagram, and the REST reference by keyboard. */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { checkPage } from './budgets/check-page.ts';
import { setUpJourneys } from './environment.ts';

const { journey, byKeyboard } = setUpJourneys();

const variants = [
  { width: 1440, scheme: 'dark' },
  { width: 1024, scheme: 'light' },
  { width: 320, scheme: 'light' },
] as const;

async function assertAccessible(page: Page): Promise<void> {
  for (const { width, scheme } of variants) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    assert.deepEqual(await checkPage(page), [], `${page.url()} ${width} ${scheme}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** Only a command that waits for nothing takes as long. */
const maxRunMs = 60_000;

/** Runs the commands in one shell until their output matches; resolves to the output. */
function runUntil(commands: string, wanted: RegExp): Promise<string> {
  const shell = spawn('bash', ['-c', commands], {
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its programs end with it.
    detached: true,
  });
  let output = '';
  const stop = () => process.kill(-(shell.pid ?? 0));
  const timer = setTimeout(stop, maxRunMs);
  shell.once('close', () => clearTimeout(timer));
  return new Promise((done, fail) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (!wanted.test(output)) return;
      done(output);
      stop();
    };
    shell.stdout.on('data', read);
    shell.stderr.on('data', read);
    shell.once('close', () => fail(new Error(`ended with:\n${output}`)));
  });
}

journey('the three examples run as they are copied', async ({ open, url }) => {
  const { page, context } = await open('developer');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/developers');
  const steps = page.getByRole('list').filter({ has: page.getByText('Get a token') });
  const copied: string[] = [];
  for (const title of ['Get a token', 'Call the API', 'Listen for changes']) {
    await page.getByRole('button', { name: `Copy the code of “${title}”` }).click();
    await page.getByText('Copied', { exact: true }).last().waitFor();
    copied.push(await readClipboard(page));
    assert.ok(copied.at(-1)?.includes(url.replace(/^http/, '')), title);
  }
  assert.equal(await steps.getByRole('button').count(), 3);
  const output = await runUntil(copied.join('\n'), /balanceChanged.*\n/);
  const [token, ...lines] = output.split('\n');
  assert.match(token ?? '', /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
  assert.match(lines.join('\n'), /"email":"dev-\d+@example\.com"/);
  assert.match(lines.join('\n'), /\{"data":\{"listings":\{"total":\d+/);
  assert.match(lines.join('\n'), /\{"balanceChanged":\{"name":"Dev Example","balance":0\}\}/);
});

journey('the developers page passes axe, shows the loan, and leads back', async ({ open }) => {
  const { page } = await open('developer');
  await page.goto('/developers');
  await page.getByText('The same as a list').click();
  await assertAccessible(page);
  const diagram = page.getByRole('img', { name: /^The states of a loan/ });
  assert.equal(await diagram.count(), 1);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await diagram.count(), 1, 'only one of the two layouts');
  await page.getByRole('link', { name: 'Back to Nameloan' }).click();
  await page.waitForURL((address) => address.pathname === '/');
});

journey('the REST reference passes axe, closed and open', async ({ open }) => {
  const { page } = await open('developer');
  await page.goto('/api/docs');
  await assertAccessible(page);
  await page.goto('/api/docs#post_escrow_accept');
  await page.locator('#post_escrow_accept').waitFor();
  await assertAccessible(page);
  const [request, response] = await page
    .locator('#post_escrow_accept > div')
    .evaluateAll((columns) => columns.map((one) => one.getBoundingClientRect().toJSON()));
  assert.equal(request.top, response.top);
  assert.ok(request.right < response.left, 'side by side');
});

byKeyboard('a developer searches the reference and opens a call', async ({ open }) => {
  const { page } = await open('developer');
  await page.goto('/api/docs');
  const search = page.getByRole('searchbox', { name: 'Search calls' });
  await page.keyboard.press('/');
  await page.keyboard.type('escrow/accept');
  assert.equal(await search.inputValue(), 'escrow/accept');
  await page.getByText(/^1 of \d+ calls$/).waitFor();
  const nav = page.getByRole('navigation', { name: 'Calls' });
  assert.deepEqual(await nav.getByRole('link').allInnerTexts(), ['Escrow', 'POST\n/escrow/accept']);
  await nav.getByRole('link', { name: 'POST /escrow/accept' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Request', exact: true }).waitFor();
  assert.equal(await page.locator('details.call[open]').count(), 1);
  assert.match(
    await page.getByRole('region', { name: /^the request of post_escrow_accept/ }).innerText(),
    /-X POST 'http:\/\/localhost:\d+\/api\/escrow\/accept'[\s\S]+"offerId":"…"/,
  );
  // A field of the body finds its call too; a word without a match says so.
  await search.fill('desired_apy listings');
  assert.ok((await page.locator('details.call:visible').count()) > 0);
  await search.fill('nothing-like-this');
  await page.getByText(/^0 of \d+ calls$/).waitFor();
  await search.fill('');
  assert.ok((await page.locator('details.call:visible').count()) > 80);
});

journey('without scripts the reference opens the call of its address', async ({ open }) => {
  const { page } = await open('developer', { javaScriptEnabled: false });
  await page.goto('/api/docs#get_listings');
  await page.locator('#get_listings').waitFor();
  assert.equal(await page.getByRole('searchbox').count(), 0);
});
