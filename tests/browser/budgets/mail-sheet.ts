/** One picture of the mails: one of each kind, light and dark, as a mail program shows them in a window of 600 pixels. */

import { writeFileSync } from 'node:fs';
import type { CollectedMail } from '@nameloan/notifications/testing/collect-mails';
import { collectMails } from '@nameloan/notifications/testing/collect-mails';
import type { Browser, Page } from 'playwright-core';
import { showMail } from './show-mail.ts';

/** What the sheet shows, by event or transition, in this order. */
export const sheetKinds: readonly string[] = [
  'lending.offer.made',
  'lending.offer.accepted',
  'lending.escrow.contract-drawn',
  'MARK_PAID',
  'REMIND_DUE',
  'SEND_NOTICE',
  'ESCALATE',
  'ADD_EVIDENCE',
  'FINALIZE_RETURN',
  'payments.deposit.completed',
  'domains.domain.proof-failed',
  'domains.domain.expiring',
  'lending.message.sent',
  'identity.account.security-changed',
  'identity.verification.requested',
  'STOP_LOGIN',
  'STOP_PAYEE_CHANGE',
  'domains.domain.transfer-out-started',
  'reminders of a day',
  'mails about a listing',
];
const width = 600;
const columns = 5;
/** Of the original size. */
const scale = 0.5;
const quality = 70;

export async function writeMailSheet(browser: Browser, file: string): Promise<void> {
  const mails = await collectMails();
  const page = await browser.newPage();
  const shown = sheetKinds.map((kind) => findMail(mails, kind));
  const sections: string[] = [];
  for (const scheme of ['light', 'dark'] as const) {
    const pictures: string[] = [];
    for (const { mail } of shown) {
      await showMail(page, mail, { width, scheme });
      const picture = await page.screenshot({ fullPage: true, type: 'jpeg', quality: 90 });
      pictures.push(
        `<img width="${width * scale}" src="data:image/jpeg;base64,${picture.toString('base64')}">`,
      );
    }
    sections.push(`<section class="${scheme}">${pictures.join('')}</section>`);
  }
  writeFileSync(file, await takeSheet(page, sections));
  await page.close();
}

function findMail(mails: readonly CollectedMail[], kind: string): CollectedMail {
  const found = mails.filter(({ name }) => name === kind).at(-1);
  if (!found) throw new Error(`there is no mail of ${kind}`);
  return found;
}

async function takeSheet(page: Page, sections: readonly string[]): Promise<Buffer> {
  const size = { width: Math.ceil(columns * (width * scale + 12) + 12), height: 1000 };
  await page.setViewportSize(size);
  await page.setContent(`<!doctype html><style>
body{margin:0}section{columns:${columns};column-gap:12px;padding:12px}img{display:block;margin-bottom:12px}
.light{background:#f5f2f3}.dark{background:#110b0d}</style>${sections.join('')}`);
  const session = await page.context().newCDPSession(page);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    captureBeyondViewport: true,
    clip: { x: 0, y: 0, width: size.width, height, scale: 1 },
  });
  return Buffer.from(data, 'base64');
}
