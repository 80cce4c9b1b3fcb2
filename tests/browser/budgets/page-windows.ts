/** Opens the measured pages: signed in by tokens, with a given width and colour scheme. */

import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import type { DemoPage, DemoPages, Reader } from './pages.ts';

export interface PageVariant {
  width: number;
  scheme: 'light' | 'dark';
}

const heights: Record<number, number> = { 1440: 900 };

export class PageWindows {
  readonly #browser: Browser;
  readonly #url: string;
  readonly #demoPages: DemoPages;
  readonly #contexts = new Map<Reader, Promise<BrowserContext>>();

  constructor(browser: Browser, { url, demoPages }: { url: string; demoPages: DemoPages }) {
    this.#browser = browser;
    this.#url = url;
    this.#demoPages = demoPages;
  }

  async #contextOf(reader: Reader): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      baseURL: this.#url,
      locale: 'en-US',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    });
    const person = this.#demoPages.readers[reader];
    const tokens = { accessToken: person?.token, refreshToken: person?.refreshToken };
    await context.addInitScript((stored) => {
      for (const [key, value] of Object.entries(stored))
        if (value && !localStorage.getItem(key)) localStorage.setItem(key, value);
    }, tokens);
    context.setDefaultTimeout(60_000);
    return context;
  }

  async open(
    { reader, address }: Pick<DemoPage, 'reader' | 'address'>,
    variant: PageVariant,
  ): Promise<Page> {
    const context = this.#contexts.get(reader) ?? this.#contextOf(reader);
    this.#contexts.set(reader, context);
    const page = await (await context).newPage();
    watchRequests(page);
    await applyVariant(page, variant);
    await page.goto(address);
    await waitUntilSettled(page);
    return page;
  }
}

export const widths = [1440, 390, 360, 320];
export const schemes = ['light', 'dark'] as const;
export const pageVariants: PageVariant[] = widths.flatMap((width) =>
  schemes.map((scheme) => ({ width, scheme })),
);

/** Adds a user style sheet that overrides ours. */
export function applyUserStyle(page: Page, style: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, style);
}

/** The text spacing of WCAG 1.4.12. */
export const wideTextSpacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

const maxEnlargeMs = 3000;
const maxAttempts = 10;

/**
 * Sets the browser's font size. The page applies it a moment later; a busy machine once ignored it, so the setting is
 * repeated.
 */
export async function setFontSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (let time = 0; time < maxAttempts; time += 1) {
    await session.send('Page.setFontSizes', { fontSizes: { standard } });
    const applied = page.waitForFunction(
      (size) => getComputedStyle(document.documentElement).fontSize === size,
      `${standard}px`,
      { polling: 50, timeout: maxEnlargeMs },
    );
    if (await applied.then(Boolean, () => false)) return;
  }
  throw new Error(`font size ${standard} px: not applied after ${maxAttempts} attempts`);
}

export async function applyVariant(page: Page, { width, scheme }: PageVariant): Promise<void> {
  await page.setViewportSize({ width, height: heights[width] ?? 844 });
  await page.emulateMedia({ colorScheme: scheme });
}

/** The requests of a page that have no response yet. */
const openRequests = new WeakMap<Page, Set<Request>>();

function watchRequests(page: Page): void {
  const open = new Set<Request>();
  openRequests.set(page, open);
  page.on('request', (request) => open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
}

const isLoaded = () =>
  !document.querySelector('[aria-busy=true]') &&
  ![...document.querySelectorAll('[role=status]')].some((one) => /Loading/.test(one.textContent));

/** In which nothing loads: a card whose code arrives later has nothing that says so. */
const quietMs = 300;
const maxQuietMs = 20_000;

/** Whether nothing was requested or loading during the whole wait. */
async function isQuiet(page: Page): Promise<boolean> {
  const open = openRequests.get(page);
  let requested = (open?.size ?? 0) > 0;
  const note = () => {
    requested = true;
  };
  page.on('request', note);
  await page.waitForTimeout(quietMs);
  page.off('request', note);
  return !requested && (await page.evaluate(isLoaded));
}

/** Waits until all data, the code of all cards and the fonts are loaded. */
export async function waitUntilSettled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(isLoaded);
  // Only pages that were opened here: others may request without end.
  const deadline = Date.now() + maxQuietMs;
  while (openRequests.has(page) && Date.now() < deadline && !(await isQuiet(page)));
  await page.evaluate(async () => {
    await document.fonts.ready;
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {})));
  });
}
