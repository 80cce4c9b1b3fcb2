/** Shows a mail in a browser page as a mail program does, with its inline pictures. */

import type { CollectedMail } from '@nameloan/notifications/testing/collect-mails';
import type { Page } from 'playwright-core';

type Email = CollectedMail['mail'];

export interface MailVariant {
  width: number;
  scheme: 'light' | 'dark';
}

export async function showMail(
  page: Page,
  mail: Email,
  { width, scheme }: MailVariant,
): Promise<void> {
  await page.setViewportSize({ width, height: 200 });
  await page.emulateMedia({ colorScheme: scheme });
  await page.setContent(inlinePictures(mail));
  await page.locator('img').evaluate((image) => (image as HTMLImageElement).decode());
}

function inlinePictures({ html = '', attachments }: Email): string {
  let inlined = html;
  for (const { contentId, mimeType, content } of attachments) {
    const bytes = Buffer.from(content as ArrayBuffer).toString('base64');
    const url = `data:${mimeType};base64,${bytes}`;
    inlined = inlined.replaceAll(`cid:${contentId?.replace(/^<|>$/g, '')}`, url);
  }
  return inlined;
}
