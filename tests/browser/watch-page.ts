/** Watches a page while it loads, and inspects it once it is quiet: layout shifts, main buttons, and targets for fingers. */

import type { BrowserContext, Page } from 'playwright-core';
import { waitUntilSettled } from './budgets/page-windows.ts';

/** Long enough that what is shown while data is loading is drawn. */
const latencyMs = 40;

/** Records layout shifts from the start of each page; call it before the first one. */
export async function recordShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const describe = (node: Node | null) => {
      const element = node instanceof Element ? node : node?.parentElement;
      const text = (element?.textContent ?? '').trim().slice(0, 30);
      return element ? `<${element.localName}> ${text}` : 'a removed element';
    };
    const shifts: LayoutShifts = { sum: 0, moved: [] };
    Object.assign(globalThis, { layoutShifts: shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        shifts.sum += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources)
          shifts.moved.push(
            `${describe(node)} by ${Math.round(currentRect.x - previousRect.x)}, ${Math.round(currentRect.y - previousRect.y)}`,
          );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

export interface LayoutShifts {
  /** The sum of all shifts since the page was opened. */
  sum: number;
  moved: string[];
}

/**
 * Opens an address without cached files, over a network with latency, and waits until nothing loads any more. Resolves to the
 * status of the document.
 */
export async function openCold(page: Page, address: string): Promise<number | undefined> {
  const response = await page.goto(address, { waitUntil: 'networkidle' });
  await waitUntilSettled(page);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  return response?.status();
}

export async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

export const readShifts = (page: Page): Promise<LayoutShifts> =>
  page.evaluate(async () => {
    // Entries that are there already are delivered before the next frames.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return (globalThis as unknown as { layoutShifts: LayoutShifts }).layoutShifts;
  });

/** The labels of the visible primary buttons of each view: the page, or a dialog over it. */
export const findPrimaryButtons = (page: Page): Promise<string[][]> =>
  page.evaluate(() => {
    const views = [document.body, ...document.querySelectorAll('dialog[open]')];
    const buttons = [...document.querySelectorAll('[data-variant=primary]')].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    );
    return views.map((view) =>
      buttons
        .filter((one) => (one.closest('dialog[open]') ?? document.body) === view)
        .map((one) => one.textContent),
    );
  });

/** Targets that are smaller than a finger needs, with their sizes. Links in a sentence are excepted. */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const minPx = 40;
    const isInText = (element: Element) =>
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent ?? '').trim() !== (element.textContent ?? '').trim();
    /** A pseudo-element can enlarge a target without moving what is around it. */
    const sizeOf = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const after = getComputedStyle(element, '::after');
      if (after.content === 'none' || after.position !== 'absolute') return { width, height };
      const [wide, high] = [after.width, after.height].map((size) => Number.parseFloat(size));
      return { width: Math.max(width, wide ?? 0), height: Math.max(height, high ?? 0) };
    };
    const targets =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab]';
    return [...document.querySelectorAll(targets)].flatMap((element) => {
      const shown = element.matches('[type=checkbox], [type=radio]')
        ? (element.closest('label') ?? element)
        : element;
      const isShown = shown.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isShown || isInText(shown)) return [];
      const { width, height } = sizeOf(shown);
      // What only screen readers see, such as the skip link before it has the focus.
      if (width <= 1 || (width >= minPx - 0.5 && height >= minPx - 0.5)) return [];
      const label = shown.getAttribute('aria-label') ?? shown.textContent ?? '';
      return [`${label.trim().slice(0, 40)} (${Math.round(width)} × ${Math.round(height)})`];
    });
  });
