/** Draws the first page of each standard agreement's specimen as `web/public/agreement-KIND.webp`, for Settings. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@nameloan/web/build/vite';
import type { Browser, Page } from 'playwright-core';

/** The API's numbers of the agreements. */
export const agreementKinds = [0, 1] as const;
type AgreementKind = (typeof agreementKinds)[number];

/** A4, at twice the size that Settings shows. */
const size = { width: 560, height: 792 };
/** The dark edge of the browser's viewer. */
const edgePx = 8;
const quality = 70;
const origin = 'http://agreement.test';

const fileOf = (kind: AgreementKind) => join(root, `web/public/agreement-${kind}.webp`);

export const readAgreement = (kind: AgreementKind): Buffer => readFileSync(fileOf(kind));

/** The viewer reports no end of drawing, so wait until its picture stays the same. */
async function captureWhenDrawn(page: Page): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  const capture = async () => {
    const { data } = await session.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      clip: { x: edgePx, y: edgePx, ...size, scale: 1 },
    });
    return data;
  };
  const blankBytes = 4_000;
  let last = await capture();
  for (let next = await capture(); ; next = await capture()) {
    const picture = Buffer.from(next, 'base64');
    if (next === last && picture.length > blankBytes) return picture;
    last = next;
    await page.waitForTimeout(100);
  }
}

/** `url`: the product's address. */
export async function renderAgreement(
  browser: Browser,
  { url, kind }: { url: string; kind: AgreementKind },
): Promise<Buffer> {
  const response = await fetch(new URL(`/api/contracts/specimen/${kind}`, url));
  const body = Buffer.from(await response.arrayBuffer());
  const page = await browser.newPage({
    viewport: { width: size.width + 2 * edgePx, height: size.height + 2 * edgePx },
  });
  const file = '/agreement.pdf#toolbar=0&navpanes=0&view=FitH';
  const embedded = `<!doctype html><body style="margin:0"><embed type="application/pdf" style="display:block;width:100vw;height:100vh" src="${file}">`;
  await page.route(`${origin}/**`, (route) =>
    route.request().url().endsWith('.pdf')
      ? route.fulfill({ body, contentType: 'application/pdf' })
      : route.fulfill({ body: embedded, contentType: 'text/html' }),
  );
  await page.goto(origin);
  const picture = await captureWhenDrawn(page);
  await page.close();
  return picture;
}

export async function writeAgreements(browser: Browser, url: string): Promise<void> {
  for (const kind of agreementKinds)
    writeFileSync(fileOf(kind), await renderAgreement(browser, { url, kind }));
}
