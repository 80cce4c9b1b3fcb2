/** The pages: external content is never markup, and the buttons work in a real browser. */

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { ok } from '../control/test-control.ts';
import { codeOf, TestRegistrar, transferXml } from '../epp/test-registrar.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';

const chromiumPath = '/usr/bin/chromium';
const noBrowser = existsSync(chromiumPath) ? false : `no browser at ${chromiumPath}`;
const evil = '"><script>document.title="hacked"</script>';

let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.close());

const page = async (path: string) => {
  const response = await fetch(`${sandbox.controlUrl}${path}`);
  return { response, text: await response.text() };
};

async function invoice(): Promise<string> {
  const response = await fetch(`${sandbox.nowpayments.url}/v1/invoice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
    body: JSON.stringify({
      price_amount: 12.5,
      price_currency: 'usd',
      order_id: evil,
      order_description: evil,
      success_url: 'http://localhost:4000/app/add-balance',
    }),
  });
  return ((await response.json()) as { id: string }).id;
}

test('external content is text on every view', async () => {
  const post = createTransport({
    host: sandbox.smtp.host,
    port: sandbox.smtp.port,
    ignoreTLS: true,
  });
  await post.sendMail({
    from: 'a@b.test',
    to: 'ann@example.com',
    subject: evil,
    text: evil,
    html: evil,
  });
  post.close();
  await ok(sandbox, 'PUT', '/dns/evil.example.com', { txt: [evil] });
  const id = await invoice();
  const paths = [
    `/?view=mail&id=1&part=text&to=${encodeURIComponent(evil)}`,
    '/?view=mail&id=1&part=text',
    `/?view=registry&name=${encodeURIComponent(evil)}`,
    '/?view=dns',
    '/?view=checkouts',
    '/?view=clock',
    '/?view=faults',
    `/?view=${encodeURIComponent(evil)}`,
    '/?view=constructor',
    `/pay/${id}`,
  ];
  for (const path of paths) {
    const { response, text } = await page(path);
    assert.equal(response.status, 200, path);
    assert.doesNotMatch(text, /<script>/, path);
    assert.match(
      response.headers.get('content-security-policy') ?? '',
      /default-src 'none'; script-src 'self'/,
    );
  }
  const mail = await page('/mail/1/html');
  assert.match(mail.text, /<script>/, 'the mail itself is shown as it came');
  assert.match(
    mail.response.headers.get('content-security-policy') ?? '',
    /^sandbox allow-popups[^;]*; default-src 'none'/,
  );
  const none = await page('/pay/none');
  assert.equal(none.response.status, 404);
  assert.match(none.text, /<h1>There is no such checkout<\/h1>/);
});

test('each checkout has a button for every allowed action, including partial amounts', async () => {
  const response = await fetch(`${sandbox.stripe.url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_page' },
    body: new URLSearchParams({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '1000',
      'line_items[0][price_data][product_data][name]': 'Balance',
      success_url: 'http://localhost:4000/app/transactions',
    }),
  });
  const { id } = (await response.json()) as { id: string };
  const buttons = async () => {
    const { text } = await page('/?view=checkouts');
    const [, own = ''] = text.split(`/pay/${id}`);
    return [...(own.split('</li>')[0] ?? '').matchAll(/<button[^>]*>([^<]+)</g)].map(
      ([, label]) => label,
    );
  };
  assert.ok((await buttons()).includes('Pay later'));
  await ok(sandbox, 'POST', `/checkouts/${id}/pay`);
  const back = ['Refund', 'Refund a quarter', 'Dispute', 'Dispute a quarter'];
  assert.deepEqual((await buttons()).slice(0, 4), back);
  await ok(sandbox, 'POST', `/checkouts/${id}/dispute`);
  for (const label of ['Dispute won', 'Dispute lost'])
    assert.ok((await buttons()).includes(label), label);
  const { text } = await page(`/pay/${await invoice()}`);
  assert.match(text, /Pay in part<.*Pay too much</s);
});

test('its pages have their own icon', async () => {
  const { text } = await page('/');
  const [, path = ''] = /<link rel="icon" href="([^"]+)"/.exec(text) ?? [];
  const { response } = await page(path);
  assert.equal(response.headers.get('content-type'), 'image/svg+xml');
});

test('in a browser a mail runs no scripts, and the buttons approve, set and pay despite concurrent changes', {
  skip: noBrowser,
}, async () => {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
    ],
  });
  try {
    const tab = await browser.newPage();
    const open = (path: string) => tab.goto(`${sandbox.controlUrl}${path}`);
    await open('/?view=mail&id=1');
    assert.equal(await tab.frameLocator('iframe').locator('body').count(), 1);
    assert.match(await tab.title(), /Mailbox/);

    const registrar = await TestRegistrar.loggedIn(sandbox);
    const { authCode } = await ok(sandbox, 'GET', '/registry/domains/pressed.com');
    assert.equal(
      codeOf(await registrar.command(transferXml('request', 'pressed.com', authCode))),
      1001,
    );
    registrar.close();
    await open('/?view=registry');
    await tab.getByRole('button', { name: 'Approve' }).click();
    await tab.getByRole('button', { name: 'Take over' }).waitFor();
    assert.equal(
      (await ok(sandbox, 'GET', '/registry/domains/pressed.com')).registrar,
      sandbox.epp.clientId,
    );

    await open('/?view=dns');
    await tab.getByLabel('Name').fill('_typed.example.com');
    await tab.getByLabel('TXT records').fill('first\nsecond');
    await tab.getByRole('button', { name: 'Set records' }).click();
    await tab.getByText('second').waitFor();
    await tab.getByLabel('Name').fill('not a name');
    await tab.getByRole('button', { name: 'Set records' }).click();
    await tab.getByRole('alert').filter({ hasText: 'This is not a DNS name.' }).waitFor();

    await open('/?view=faults');
    const dns = tab.getByRole('listitem').filter({ hasText: 'Resolver (DNS)' });
    await dns.getByLabel('Fault').selectOption('refuse');
    await dns.getByLabel('Share').fill('0.25');
    await dns.getByRole('button', { name: 'Begin' }).click();
    await tab.getByText('25% of requests').waitFor();
    const { faults } = await ok(sandbox, 'GET', '/settings');
    assert.deepEqual(faults, { dns: { kind: 'refuse', share: 0.25 } });
    await tab.getByRole('button', { name: 'End all faults' }).click();
    await tab.getByText('25% of requests').waitFor({ state: 'detached' });
    assert.deepEqual((await ok(sandbox, 'GET', '/settings')).faults, {});

    await tab.clock.install();
    const pressed = await invoice();
    await open('/?view=checkouts');
    const pay = tab.getByRole('button', { name: 'Pay', exact: true }).first();
    await pay.hover();
    await tab.mouse.down();
    await ok(sandbox, 'PUT', '/dns/news.example.com', { txt: ['meanwhile'] });
    await tab.clock.runFor(9000);
    const paid = tab.waitForEvent('load');
    await tab.mouse.up();
    await paid;
    assert.equal((await ok(sandbox, 'GET', `/checkouts/${pressed}`)).status, 'paid');
    await ok(sandbox, 'PUT', '/dns/news.example.com', { txt: ['later'] });
    const news = tab.waitForEvent('load');
    await tab.clock.runFor(3000);
    await news;

    const id = await invoice();
    await open(`/pay/${id}`);
    await tab.getByRole('button', { name: 'Pay', exact: true }).click();
    await tab.getByText('The payment is done.').waitFor();
    assert.equal((await ok(sandbox, 'GET', `/checkouts/${id}`)).status, 'paid');
    const back = tab.getByRole('link', { name: 'Back to the shop' });
    const shop = 'http://localhost:4000/app/add-balance';
    assert.equal(await back.getAttribute('href'), shop);

    // A payer who goes back before the response to the payment also returns to the shop.
    const [answered, arrives] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await tab.route('**/pay', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await tab.route(shop, async (route) => {
      await arrives.promise;
      await route.fulfill({ body: 'the shop' });
    });
    await open(`/pay/${await invoice()}`);
    await tab.getByRole('button', { name: 'Pay', exact: true }).click();
    const shopRequest = tab.waitForRequest(shop);
    await back.click({ noWaitAfter: true });
    await shopRequest;
    const paying = tab.waitForResponse('**/pay');
    answered.resolve();
    await paying;
    arrives.resolve();
    await tab.waitForURL(shop);
  } finally {
    await browser.close();
  }
});
