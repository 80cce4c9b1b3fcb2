/** A loan's page as its readers use it: open it, press a move, see where it stands. */

import type { Locator, Page } from 'playwright-core';

export async function openLoan(page: Page, id: string): Promise<void> {
  await page.goto(`/app/escrow/${id}`);
  await page.getByRole('log', { name: 'Messages' }).waitFor();
}

const actions = (page: Page) => page.getByRole('group', { name: 'Actions' });

export async function press(page: Page, button: string): Promise<void> {
  await actions(page).getByRole('button', { name: button, exact: true }).click();
}

/** The chip beside the name. */
export async function status(page: Page, label: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).getByText(label, { exact: true }).waitFor();
}

/** Something on the page itself; bells say the same in their popovers. */
export async function words(page: Page, text: string): Promise<void> {
  await page.getByRole('main').getByText(text).first().waitFor();
}

/** The green banner. */
export async function said(page: Page, words: string): Promise<void> {
  await page.getByRole('status').getByText(words).waitFor();
}

export const chat = (page: Page): Locator => page.getByRole('log', { name: 'Messages' });

export async function write(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill(text);
  await box.press('Shift+Enter');
}

/** All bubbles with this text. */
export const bubbles = (page: Page, text: string): Locator =>
  chat(page).getByText(text, { exact: true });
