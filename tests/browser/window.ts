/** One person's browser: a window with storage of its own, which notes everything that goes wrong in it. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from 'playwright-core';

/** A request that the browser itself gave up because the reader went elsewhere. */
const leftBehind = /net::ERR_ABORTED/;

/** A phone in somebody's hand: what its windows touch is touched by a finger. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;

/** Off by default: a trace takes a snapshot of the page at each action, a seventh of a journey's CPU time. */
const keepsTraces = process.env.TRACES === 'on';

/** No measure of speed. */
const longestMs = 60_000;

export interface Credentials {
  email: string;
  password: string;
}

export class Window {
  readonly name: string;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly isPhone: boolean;
  readonly #faults: string[] = [];
  readonly #allowed: RegExp[] = [];

  private constructor(name: string, page: Page, isPhone: boolean) {
    this.name = name;
    this.context = page.context();
    this.page = page;
    this.isPhone = isPhone;
  }

  static async open(
    browser: Browser,
    { name, url, more }: { name: string; url: string; more: BrowserContextOptions },
  ): Promise<Window> {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'en-US',
      timezoneId: 'UTC',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...more,
    });
    context.setDefaultTimeout(longestMs);
    if (keepsTraces) await context.tracing.start({ snapshots: true });
    const window = new Window(name, await context.newPage(), more.hasTouch ?? false);
    window.#listen();
    if (more.hasTouch) await window.allowOnly('touch');
    return window;
  }

  /** Whatever is pressed from now on by another hand, such as a mouse's, is a fault. */
  async allowOnly(hand: 'keyboard' | 'touch'): Promise<void> {
    const watch = (wanted: string) =>
      addEventListener(
        'pointerdown',
        ({ pointerType }) => {
          if (pointerType !== wanted) console.error(`pressed by ${pointerType}, not ${wanted}`);
        },
        true,
      );
    await this.context.addInitScript(watch, hand);
    for (const page of this.context.pages()) await page.evaluate(watch, hand);
  }

  /** As its reader does: with a finger on a phone, else with the mouse. */
  press(thing: Locator): Promise<void> {
    return this.isPhone ? thing.tap() : thing.click();
  }

  #listen(): void {
    const note = (fault: string) => void this.#faults.push(fault);
    this.context.on('weberror', (failure) => note(`error: ${failure.error().message}`));
    // What a policy forbids is told here too.
    this.context.on('console', (message) => {
      if (message.type() !== 'error') return;
      note(`console: ${message.text()} (${message.location().url})`);
    });
    this.context.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? '';
      if (!leftBehind.test(why)) note(`request: ${request.method()} ${request.url()} ${why}`);
    });
  }

  /** Faults that this journey causes on purpose; each must be said before it happens. */
  allowErrors(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  /** Everything that went wrong and was not to be expected. */
  get errors(): readonly string[] {
    return this.#faults.filter((fault) => !this.#allowed.some((one) => one.test(fault)));
  }

  /** Another tab of the same person: the same storage. */
  newTab(): Promise<Page> {
    return this.context.newPage();
  }

  /** Through the screen, as people do; ends on the dashboard. */
  async signIn({ email, password }: Credentials, page: Page = this.page): Promise<void> {
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app');
  }

  async register({ name, email, password }: Credentials & { name: string }): Promise<void> {
    const { page } = this;
    await page.goto('/register');
    await page.getByLabel('Full name').fill(name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app');
  }

  /** What it looked like when a journey failed. */
  async saveEvidence(folder: string): Promise<void> {
    mkdirSync(folder, { recursive: true });
    const at = (ending: string) => join(folder, `${this.name.replace(/\W+/g, '-')}${ending}`);
    for (const [index, page] of this.context.pages().entries())
      await page.screenshot({ path: at(`-${index + 1}.png`), fullPage: true }).catch(() => {});
    const addresses = this.context.pages().map((page) => page.url());
    writeFileSync(at('.txt'), [...addresses, ...this.#faults].join('\n'));
    if (keepsTraces) await this.context.tracing.stop({ path: at('-trace.zip') }).catch(() => {});
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
