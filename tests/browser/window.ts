/** A user's browser window with separate storage; records every error, failed request and blocked content in it. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  Locator,
  Page,
} from 'playwright-core';

/** The browser aborts requests when the user navigates to another page. */
const abortedByNavigation = /net::ERR_ABORTED/;

/** A phone: its windows accept only touch input. */
export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;

/** Off by default: a trace takes a snapshot of the page at each action, a seventh of a journey's CPU time. */
const recordsTraces = process.env.TRACES === 'on';

/** Generous: the journeys do not measure speed. */
const actionTimeoutMs = 60_000;

export interface Credentials {
  email: string;
  password: string;
}

export class Window {
  readonly name: string;
  readonly page: Page;
  readonly context: BrowserContext;
  readonly isPhone: boolean;
  readonly #errors: string[] = [];
  readonly #allowedErrors: RegExp[] = [];

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
    context.setDefaultTimeout(actionTimeoutMs);
    if (recordsTraces) await context.tracing.start({ snapshots: true });
    const window = new Window(name, await context.newPage(), more.hasTouch ?? false);
    window.#listen();
    if (more.hasTouch) await window.allowOnly('touch');
    return window;
  }

  /** Records an error for each press with another kind of input, such as the mouse. */
  async allowOnly(input: 'keyboard' | 'touch'): Promise<void> {
    const watch = (allowed: string) =>
      addEventListener(
        'pointerdown',
        ({ pointerType }) => {
          if (pointerType !== allowed) console.error(`pressed by ${pointerType}, not ${allowed}`);
        },
        true,
      );
    await this.context.addInitScript(watch, input);
    for (const page of this.context.pages()) await page.evaluate(watch, input);
  }

  /** Taps on a phone, clicks otherwise. */
  press(target: Locator): Promise<void> {
    return this.isPhone ? target.tap() : target.click();
  }

  #listen(): void {
    const record = (error: string) => void this.#errors.push(error);
    this.context.on('weberror', (failure) => record(`error: ${failure.error().message}`));
    // Violations of the content security policy are reported here too.
    this.context.on('console', (message) => {
      if (message.type() !== 'error') return;
      record(`console: ${message.text()} (${message.location().url})`);
    });
    this.context.on('requestfailed', (request) => {
      const reason = request.failure()?.errorText ?? '';
      if (!abortedByNavigation.test(reason))
        record(`request: ${request.method()} ${request.url()} ${reason}`);
    });
  }

  /** Allows errors that the journey causes on purpose; call it before they occur. */
  allowErrors(...patterns: RegExp[]): void {
    this.#allowedErrors.push(...patterns);
  }

  /** All recorded errors, including the allowed ones. */
  get allErrors(): readonly string[] {
    return this.#errors;
  }

  /** All recorded errors except the allowed ones. */
  get errors(): readonly string[] {
    return this.#errors.filter((error) => !this.#allowedErrors.some((one) => one.test(error)));
  }

  /** Opens another tab with the same storage. */
  newTab(): Promise<Page> {
    return this.context.newPage();
  }

  /** Signs in through the login page; ends on the dashboard. */
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

  /** Saves screenshots, addresses, errors and, if enabled, a trace after a failure. */
  async saveEvidence(folder: string): Promise<void> {
    mkdirSync(folder, { recursive: true });
    const at = (ending: string) => join(folder, `${this.name.replace(/\W+/g, '-')}${ending}`);
    for (const [index, page] of this.context.pages().entries())
      await page.screenshot({ path: at(`-${index + 1}.png`), fullPage: true }).catch(() => {});
    const addresses = this.context.pages().map((page) => page.url());
    writeFileSync(at('.txt'), [...addresses, ...this.#errors].join('\n'));
    if (recordsTraces) await this.context.tracing.stop({ path: at('-trace.zip') }).catch(() => {});
  }

  close(): Promise<void> {
    return this.context.close();
  }
}
