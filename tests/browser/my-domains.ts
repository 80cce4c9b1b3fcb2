/** What journeys touch on My Domains: its rows, their menus, its dialogs, and what they say when they are done. */

import type { Locator, Page } from 'playwright-core';

export const button = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('button', { name, exact: true });
export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
export const banner = (page: Page, text: string): Locator =>
  page.getByRole('status').getByText(text).first();
export const row = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: name });

export async function more(page: Page, name: string, action: string): Promise<void> {
  await button(page, `More actions for ${name}`).click();
  await page
    .getByRole('group', { name: `More actions for ${name}` })
    .getByText(action)
    .click();
}
