/**
 * The environment of browser journeys: the whole product as `npm start` runs it, the sandbox, and a window for each user.
 * A journey also fails on any unexpected error, failed request or blocked content.
 */

import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Person } from '@nameloan/driver/person';
import { noBrowser } from '@nameloan/testkit/chromium';
import { afterGroup, canShare } from '@nameloan/testkit/group-teardown';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { OneProcess } from '../flows/environment/one-process.ts';
import type { TestEnvironment } from '../flows/environment/test-environment.ts';
import { addressOf, startProduct } from './start-product.ts';
import { Window } from './window.ts';

export interface BrowserJourneyOptions {
  /** Whether to load the demo data. */
  demo?: boolean;
  /** Whether the journeys advance the clock. */
  movesClock?: boolean;
  /** Additional settings of `npm start`. */
  settings?: Record<string, string>;
  /** Starts another environment than that of one process. */
  start?: (options: OneProcess) => Promise<TestEnvironment>;
}

/** What one journey uses; its windows are checked and closed at its end. */
export interface Journey {
  environment: TestEnvironment;
  browser: Browser;
  url: string;
  /** Opens a window without signing in. */
  open(name: string, more?: BrowserContextOptions): Promise<Window>;
  /** Opens a window and signs in through the login page. */
  openFor(person: Person, more?: BrowserContextOptions): Promise<Window>;
}

export type JourneySteps = (journey: Journey) => Promise<void>;

export interface BrowserJourneys {
  /** `sentence` states the guarantee that the journey checks. */
  journey(sentence: string, steps: JourneySteps): void;
  /** Like `journey`, with keyboard input only. */
  byKeyboard(sentence: string, steps: JourneySteps): void;
}

interface ProductWithBrowser {
  environment: TestEnvironment;
  browser: Browser;
}

async function stopBoth({ environment, browser }: ProductWithBrowser): Promise<void> {
  await browser.close();
  await environment.stop();
}

/** The product and the browser that all files of this process with the same options share. */
const shared = new Map<string, Promise<ProductWithBrowser>>();

function startShared(
  key: string,
  start: () => Promise<ProductWithBrowser>,
): Promise<ProductWithBrowser> {
  const running = shared.get(key) ?? start();
  if (shared.has(key)) return running;
  shared.set(key, running);
  afterGroup(async () => {
    const started = await running.catch(() => undefined);
    if (started) await stopBoth(started);
  });
  return running;
}

/**
 * Without settings, a file shares its product with the files that have the same options (`tools/test/plan.ts` puts them
 * into one process), so its journeys must use separate accounts and names, and leave the demo data as it is.
 */
export function setUpJourneys(options: BrowserJourneyOptions = {}): BrowserJourneys {
  const { demo = false, settings = {}, start } = options;
  const shares = options.settings === undefined && start === undefined && canShare();
  let environment: TestEnvironment;
  let browser: Browser;
  const skip = noBrowser;
  before(async () => {
    if (skip) return;
    const allSettings = { RATE_LIMITS: 'on', ...settings };
    const startBoth = () => startProduct({ demo, settings: allSettings }, start);
    ({ environment, browser } = await (shares
      ? startShared(JSON.stringify(options), startBoth)
      : startBoth()));
  });
  after(async () => {
    if (!shares && browser) await stopBoth({ environment, browser });
  });
  const add = (
    { sentence, input }: Pick<JourneyRun, 'sentence' | 'input'>,
    steps: JourneySteps,
  ) => {
    test(sentence, { skip }, () => runJourney({ environment, browser, sentence, input }, steps));
  };
  return {
    journey: (sentence, steps) => add({ sentence, input: 'any' }, steps),
    byKeyboard: (sentence, steps) =>
      add({ sentence: `by keyboard alone ${sentence}`, input: 'keyboard' }, steps),
  };
}

interface JourneyRun {
  environment: TestEnvironment;
  browser: Browser;
  sentence: string;
  input: 'any' | 'keyboard';
}

async function runJourney(
  { environment, browser, sentence, input }: JourneyRun,
  steps: JourneySteps,
): Promise<void> {
  const windows: Window[] = [];
  const url = addressOf(environment);
  const open: Journey['open'] = async (name, more = {}) => {
    const window = await Window.open(browser, { name, url, more });
    windows.push(window);
    if (input === 'keyboard') await window.allowOnly(input);
    return window;
  };
  const openFor: Journey['openFor'] = async (person, more) => {
    const window = await open(person.name, more);
    await window.signIn(person);
    return window;
  };
  try {
    await steps({ environment, browser, url, open, openFor });
    const errors = windows.flatMap((one) => one.errors.map((error) => `${one.name}: ${error}`));
    assert.deepEqual(errors, [], 'no unexpected errors');
  } catch (error) {
    const folder = mkdtempSync(join(tmpdir(), 'nameloan-journey-'));
    for (const window of windows) await window.saveEvidence(folder);
    console.error(`"${sentence}" failed; screenshots: ${folder}`);
    throw error;
  } finally {
    await Promise.all(windows.map((window) => window.close()));
  }
}
