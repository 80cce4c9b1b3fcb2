/**
 * The environment of a journey on screen: the whole product as `npm start` runs it, the sandbox, and a window for each person.
 * A journey fails by what it asserts, and by any error, failed request or forbidden content that it did not expect.
 */

import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Person } from '../../scripts/demo/person.ts';
import { afterGroup, canShare } from '../../scripts/test/group-teardown.ts';
import type { OneProcess } from '../flows/environment/one-process.ts';
import type { TestEnvironment } from '../flows/environment/test-environment.ts';
import { noBrowser } from './chromium.ts';
import { addressOf, startProduct } from './start-product.ts';
import { Window } from './window.ts';

export interface BrowserJourneyOptions {
  /** Whether it begins with the demo's people, names and loans. */
  demo?: boolean;
  /** More settings of `npm start`. */
  settings?: Record<string, string>;
  /** Another environment than that of one process. */
  start?: (options: OneProcess) => Promise<TestEnvironment>;
}

/** What one journey has: everything that it opens is closed, and judged, at its end. */
export interface Journey {
  environment: TestEnvironment;
  url: string;
  /** A window for somebody, or for a visitor. */
  open(name: string, more?: BrowserContextOptions): Promise<Window>;
  /** The same, signed in through the screen. */
  openFor(person: Person, more?: BrowserContextOptions): Promise<Window>;
}

export type JourneySteps = (journey: Journey) => Promise<void>;

export interface BrowserJourneys {
  /** `sentence`: what a reader may rely on. */
  journey(sentence: string, live: JourneySteps): void;
  /** The same with nothing but keys, which every window holds its reader to. */
  byKeyboard(sentence: string, live: JourneySteps): void;
}

interface ProductWithBrowser {
  environment: TestEnvironment;
  browser: Browser;
}

async function stopBoth({ environment, browser }: ProductWithBrowser): Promise<void> {
  await browser.close();
  await environment.stop();
}

let shared: Promise<ProductWithBrowser> | undefined;

/** Starts the product and the browser that all files of this process share. */
function startShared(start: () => Promise<ProductWithBrowser>): Promise<ProductWithBrowser> {
  if (shared) return shared;
  shared = start();
  afterGroup(async () => {
    const started = await shared?.catch(() => undefined);
    if (started) await stopBoth(started);
  });
  return shared;
}

/** Without options, a file shares its product with other files, so its journeys must use separate accounts and names. */
export function setUpJourneys(options?: BrowserJourneyOptions): BrowserJourneys {
  const { demo = false, settings = {}, start } = options ?? {};
  const shares = options === undefined && canShare();
  let environment: TestEnvironment;
  let browser: Browser;
  const skip = noBrowser;
  before(async () => {
    if (skip) return;
    const allSettings = { RATE_LIMITS: 'on', ...settings };
    const startBoth = () => startProduct({ demo, settings: allSettings }, start);
    ({ environment, browser } = await (shares ? startShared(startBoth) : startBoth()));
  });
  after(async () => {
    if (!shares && browser) await stopBoth({ environment, browser });
  });
  const add = ({ sentence, hand }: Pick<JourneyRun, 'sentence' | 'hand'>, live: JourneySteps) => {
    test(sentence, { skip }, () => runJourney({ environment, browser, sentence, hand }, live));
  };
  return {
    journey: (sentence, live) => add({ sentence, hand: 'any' }, live),
    byKeyboard: (sentence, live) =>
      add({ sentence: `by keyboard alone ${sentence}`, hand: 'keyboard' }, live),
  };
}

interface JourneyRun {
  environment: TestEnvironment;
  browser: Browser;
  sentence: string;
  hand: 'any' | 'keyboard';
}

async function runJourney(
  { environment, browser, sentence, hand }: JourneyRun,
  live: JourneySteps,
): Promise<void> {
  const windows: Window[] = [];
  const url = addressOf(environment);
  const open: Journey['open'] = async (name, more = {}) => {
    const window = await Window.open(browser, { name, url, more });
    windows.push(window);
    if (hand === 'keyboard') await window.allowOnly(hand);
    return window;
  };
  const openFor: Journey['openFor'] = async (person, more) => {
    const window = await open(person.name, more);
    await window.signIn(person);
    return window;
  };
  try {
    await live({ environment, url, open, openFor });
    const faults = windows.flatMap((one) => one.errors.map((fault) => `${one.name}: ${fault}`));
    assert.deepEqual(faults, [], 'nothing went wrong unseen');
  } catch (error) {
    const folder = mkdtempSync(join(tmpdir(), 'nameloan-journey-'));
    for (const window of windows) await window.saveEvidence(folder);
    console.error(`"${sentence}" failed; how it looked: ${folder}`);
    throw error;
  } finally {
    await Promise.all(windows.map((window) => window.close()));
  }
}
