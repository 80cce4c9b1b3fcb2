/** Entry pages in a browser: the app, its 404 page, sign-in and the developers' page. */

import assert from 'node:assert/strict';
import { setUpJourneys } from './environment.ts';

const { journey } = setUpJourneys();

journey(
  'the front page loads only from the product itself, under a strict content security policy',
  async ({ open, url }) => {
    const { page } = await open('visitor');
    const requested: string[] = [];
    page.on('request', (request) => void requested.push(request.url()));
    const answer = await page.goto('/');
    assert.match(
      (await answer?.headerValue('content-security-policy')) ?? '',
      /script-src 'self' 'sha256-/,
    );
    await page.getByRole('heading', { level: 1 }).waitFor();
    assert.ok(requested.length > 2);
    assert.deepEqual(
      requested.filter((one) => !one.startsWith(url)),
      [],
    );
    const files = requested.filter((one) => one.includes('/assets/'));
    assert.ok(files.length > 0);
  },
);

journey('an unknown address is a 404, in the status and on the screen', async ({ open }) => {
  const window = await open('visitor');

  window.allowErrors(/status of 404/);
  for (const address of ['/no/such-page', '/domains/1/2']) {
    const answer = await window.page.goto(address);
    assert.equal(answer?.status(), 404, address);
    await window.page.getByRole('heading', { name: "It's over" }).waitFor();
  }
});

journey(
  'who is not signed in and follows a link into the app is led to the login',
  async ({ open }) => {
    const { page } = await open('visitor');
    await page.goto('/app/borrow');
    await page.waitForURL('**/login**');
  },
);

journey(
  'the developers’ page uses the product’s fonts and links to every API entry point',
  async ({ open }) => {
    const { page } = await open('developer');
    await page.goto('/developers');
    for (const family of ['600 20px Besley', '14px "Hanken Grotesk"'])
      assert.ok(await page.evaluate((font) => document.fonts.check(font), family), family);
    for (const label of ['REST API', 'OpenAPI', 'GraphQL', 'Sandbox'])
      assert.equal(
        await page.getByRole('link', { name: new RegExp(`^${label}`) }).count(),
        1,
        label,
      );
    await page.getByRole('link', { name: /^REST API/ }).click();
    await page.getByRole('link', { name: 'Developers' }).click();
    await page.getByRole('heading', { name: 'Developers' }).waitFor();
    await page.getByRole('link', { name: 'Nameloan', exact: true }).click();
    await page.waitForURL((address) => address.pathname === '/');
    // A choice made in the app applies to the gateway's pages too.
    for (const theme of ['dark', 'light']) {
      await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
      await page.goto('/developers');
      const scheme = await page.evaluate('getComputedStyle(document.documentElement).colorScheme');
      assert.equal(scheme, theme);
    }
  },
);
