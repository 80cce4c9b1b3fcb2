/** Page object of a loan's page: opens it, presses its actions, reads its status and its chat. */

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';

export async function openLoan(page: Page, id: string): Promise<void> {
  await page.goto(`/app/escrow/${id}`);
  await page.getByRole('log', { name: 'Messages' }).waitFor();
}

const actions = (page: Page) => page.getByRole('group', { name: 'Actions' });

export async function press(page: Page, button: string): Promise<void> {
  await actions(page).getByRole('button', { name: button, exact: true }).click();
}

/** Types the domain's name in the open dialog and presses the button that names the effect. */
export async function confirmByName(page: Page, action: string, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: action });
  await confirm.waitFor();
  assert.ok(await confirm.isDisabled(), 'the name must be typed first');
  await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
  await confirm.click();
}

/** Waits for a status label next to the domain name. */
export async function status(page: Page, label: string): Promise<void> {
  await page.getByRole('heading', { level: 1 }).getByText(label, { exact: true }).waitFor();
}

/** Waits for a text in the main content; notification popovers may contain it too. */
export async function expectText(page: Page, text: string): Promise<void> {
  await page.getByRole('main').getByText(text).first().waitFor();
}

/** Waits for a text in the success banner. */
export async function expectBanner(page: Page, text: string): Promise<void> {
  await page.getByRole('status').getByText(text).waitFor();
}

export const chat = (page: Page): Locator => page.getByRole('log', { name: 'Messages' });

export async function write(page: Page, text: string): Promise<void> {
  const box = page.getByRole('textbox', { name: 'Message' });
  await box.fill(text);
  await box.press('Shift+Enter');
}

/** All chat bubbles with this text. */
export const bubbles = (page: Page, text: string): Locator =>
  chat(page).getByText(text, { exact: true });
