/** The hands of somebody who has no mouse: moves on by Tab until a thing has the focus, and presses it. */

import type { Locator, Page } from 'playwright-core';

/** More stops than any page has before what is looked for. */
const mostStops = 120;

/** Does not wait: what has gone meanwhile is not reached any more. */
const hasFocus = (thing: Locator) =>
  thing.evaluateAll((elements) => elements.some((one) => one === document.activeElement));

/** By Tab alone, as often as it takes. */
export async function tabTo(page: Page, thing: Locator, key = 'Tab'): Promise<void> {
  await thing.waitFor();
  for (let stops = 0; stops < mostStops; stops++) {
    if (await hasFocus(thing)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the keyboard does not reach ${thing}`);
}

/** Reaches it and presses it. */
export async function pressOn(page: Page, thing: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, thing);
  await page.keyboard.press(key);
}

/** Reaches an input and types over what stands in it. */
export async function typeInto(page: Page, thing: Locator, text: string): Promise<void> {
  await tabTo(page, thing);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** What has the focus, by its name. */
export const focusedName = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );
