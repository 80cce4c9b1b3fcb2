/** The appearance of the pages: the product's colours, fonts and seals, at any width, accessible. */

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fontFiles } from '@nameloan/brand/fonts';
import { sealCurves } from '@nameloan/brand/guilloche';
import { tokens } from '@nameloan/brand/tokens';
import { createTransport } from 'nodemailer';
import { ok } from '../control/test-control.ts';
import { TestRegistrar, transferXml } from '../epp/test-registrar.ts';
import type { RunningSandbox } from '../server.ts';
import { startSandbox } from '../server.ts';

const chromiumPath = '/usr/bin/chromium';
const noBrowser = existsSync(chromiumPath) ? false : `no browser at ${chromiumPath}`;
const here = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');

let sandbox: RunningSandbox;
before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.close());

test('style sheets use only colours from the tokens, and every token they use exists', () => {
  for (const sheet of readdirSync(import.meta.dirname).filter((file) => file.endsWith('.css'))) {
    const text = here(sheet);
    assert.doesNotMatch(text, /#[0-9a-f]{3,8}\b(?=[^{]*;)/i, sheet);
    for (const [, name = ''] of text.matchAll(/var\(--([\w-]+)\)/g))
      assert.ok(tokens.has(name), `${sheet}: ${name}`);
  }
});

test('a name has the seal of the product, as a file that is cached forever', async () => {
  const answer = await fetch(`${sandbox.controlUrl}/page/seals/harborline.com.svg`);
  assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
  const file = await answer.text();
  const { outer, inner, inks } = sealCurves('harborline.com');
  const [outerInk, innerInk] = ['a', 'b'].map((ink) => tokens.get(`seal-${inks}-${ink}`));
  assert.ok(file.includes(`class="a" d="${outer}"`) && file.includes(`class="b" d="${inner}"`));
  const strokes = [...file.matchAll(/stroke:(#\w+)/g)].map(([, colour]) => colour);
  const [outerLight, innerLight, outerDark, innerDark] = strokes;
  assert.equal(`light-dark(${outerLight}, ${outerDark})`, outerInk);
  assert.equal(`light-dark(${innerLight}, ${innerDark})`, innerInk);
  for (const wrong of ['x.svg', 'harborline.com', '%22%3E%3Cscript%3E.com.svg'])
    assert.equal((await fetch(`${sandbox.controlUrl}/page/seals/${wrong}`)).status, 404, wrong);
});

test('the fonts come from the sandbox and are cacheable', async () => {
  const sheet = await (await fetch(`${sandbox.controlUrl}/page/fonts.css`)).text();
  const paths = [...sheet.matchAll(/url\("([^"]+)"\)/g)].map(([, path = '']) => path);
  assert.equal(paths.length, fontFiles.length);
  for (const path of paths) {
    const answer = await fetch(`${sandbox.controlUrl}${path}`);
    assert.equal(answer.headers.get('content-type'), 'font/woff2', path);
    assert.match(answer.headers.get('cache-control') ?? '', /max-age=\d{6}/);
    assert.equal(Buffer.from(await answer.arrayBuffer()).toString('latin1', 0, 4), 'wOF2');
  }
});

/** Creates data for every view; returns the paths to check. */
async function furnish(): Promise<string[]> {
  const { host, port } = sandbox.smtp;
  const post = createTransport({ host, port, ignoreTLS: true });
  const link = `http://localhost:4000/contracts/${'x'.repeat(60)}`;
  await post.sendMail({
    from: 'Nameloan <notices@nameloan.example>',
    to: 'ada@demo.nameloan.example',
    subject: 'The contract for the loan on harborline.com is ready',
    text: `Please read and sign it:\n${link}\n`,
    html: `<p>Please read and <a href="${link}">sign it</a>.</p>`,
  });
  post.close();
  await ok(sandbox, 'PUT', `/dns/_nameloan-challenge.${'long-'.repeat(8)}name.com`, {
    txt: ['nameloan-verification=abcdefghijklmnopqrstuvwxyz'],
  });
  const registrar = await TestRegistrar.loggedIn(sandbox);
  const { authCode } = await ok(sandbox, 'GET', '/registry/domains/harborline.com');
  await registrar.command(transferXml('request', 'harborline.com', authCode));
  registrar.close();
  const response = await fetch(`${sandbox.nowpayments.url}/v1/invoice`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
    body: JSON.stringify({
      price_amount: 1250,
      price_currency: 'usd',
      order_description: 'Site balance',
      success_url: 'http://localhost:4000/app/add-balance',
    }),
  });
  const { id } = (await response.json()) as { id: string };
  const views = ['mail&id=1', 'mail&id=1&part=text', 'dns', 'checkouts', 'clock', 'faults'];
  const names = ['registry', 'registry&name=harborline.com', 'registry&name=no%20name'];
  return [...[...views, ...names].map((view) => `/?view=${view}`), `/pay/${id}`, '/pay/none'];
}

test('every page passes axe in light and dark, and fits the width of the screen', {
  skip: noBrowser,
}, async () => {
  const paths = await furnish();
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  try {
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ colorScheme, bypassCSP: true });
      const tab = await context.newPage();
      for (const path of paths) {
        await tab.goto(`${sandbox.controlUrl}${path}`);
        await tab.addScriptTag({ path: axe });
        for (const width of [1440, 390, 320]) {
          await tab.setViewportSize({ width, height: 900 });
          const where = `${path} at ${width}, ${colorScheme}`;
          // The frame contains the mail's own HTML.
          const found = await tab.evaluate(
            `axe.run({ exclude: ['iframe'] }, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
          );
          assert.deepEqual(found, [], where);
          const over = await tab.evaluate('document.documentElement.scrollWidth - innerWidth');
          assert.ok(Number(over) <= 0, `${where}: ${over} px too wide`);
        }
      }
      await context.close();
    }
  } finally {
    await browser.close();
  }
});
