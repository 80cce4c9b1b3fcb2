/** Operates a page by keyboard only: presses Tab until an element has the focus, then presses a key. */

import type { Locator, Page } from 'playwright-core';

/** More Tab stops than any page has before an element under test. */
const maxStops = 120;

/** Does not wait: a removed element never has the focus. */
const hasFocus = (element: Locator) =>
  element.evaluateAll((elements) => elements.some((one) => one === document.activeElement));

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, element: Locator, key = 'Tab'): Promise<void> {
  await element.waitFor();
  for (let stops = 0; stops < maxStops; stops++) {
    if (await hasFocus(element)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not reach ${element}`);
}

/** Moves the focus to an element and presses a key on it. */
export async function pressOn(page: Page, element: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press(key);
}

/** Moves the focus to an input and replaces its text. */
export async function typeInto(page: Page, element: Locator, text: string): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Accessible name of the focused element. */
export const focusedName = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  );
