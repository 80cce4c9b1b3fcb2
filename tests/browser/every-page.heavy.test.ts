/**
 * Rules for every page, checked on each address of the app for each kind of reader: it opens as a link with one main heading
 * and no errors, failed requests or blocked content, what is drawn stays in place while the rest loads, each view has at
 * most one primary button, and fingers can hit every target.
 */

import assert from 'node:assert/strict';
import { checkBudget } from '@nameloan/testkit/budgets';
import type { Page } from 'playwright-core';
import {
  addressOfPath,
  appPaths,
  demoAccount,
  findAddresses,
  isAppPath,
  publicPaths,
} from './addresses.ts';
import { pageStates } from './budgets/page-states.ts';
import type { Journey } from './environment.ts';
import { setUpJourneys } from './environment.ts';
import {
  findPrimaryButtons,
  findSmallTargets,
  openCold,
  readShifts,
  recordShifts,
  slowDown,
} from './watch-page.ts';
import type { Window } from './window.ts';
import { phone } from './window.ts';

const { journey } = setUpJourneys({ demo: true });

const ada = demoAccount('Ada');
const newcomer = { name: 'Nia Newcomer', password: 'the-first-password' };
/** The reader's account is shown the app instead. */
const forVisitors = /^\/(login|register|reset-password)$/;

/** Dialogs show an error without a domain, a return from a DNS provider leads elsewhere; only operators can open disputes. */
const needsContext = /transfer-in|connected|\/list$|edit-ns|transfer-out|unlist|disputes/;

interface Reader {
  name: string;
  paths: readonly string[];
  /** Those of the paths that open without any failed request. */
  flawless: readonly string[];
  enter(window: Window): Promise<void>;
}

const readers: readonly Reader[] = [
  {
    name: 'a visitor',
    paths: [...publicPaths, '/no/such/page'],
    flawless: publicPaths,
    enter: async () => {},
  },
  {
    name: 'a borrower and lender',
    paths: [
      ...publicPaths.filter((path) => !forVisitors.test(path)),
      ...appPaths,
      '/app/escrow/unknown',
      '/app/borrow#offers',
      '/app/settings#mfa',
    ],
    flawless: appPaths.filter((path) => !needsContext.test(path)),
    enter: (window) => window.signIn(ada),
  },
  {
    name: 'an operator',
    paths: [
      '/app',
      ...['', '?tab=held', '?tab=payments', '?tab=holds'].map((query) => `/app/disputes${query}`),
    ],
    flawless: [],
    enter: (window) => window.signIn(demoAccount('Opal')),
  },
  {
    // Has nothing yet, and an email that is not verified.
    name: 'a newcomer',
    paths: appPaths.filter((path) => !/:id|disputes|my-domains\/.*\//.test(path)),
    flawless: [],
    enter: (window) =>
      window.register({ ...newcomer, email: `nia-${window.isPhone}@newcomer.example` }),
  },
];

const widths = [
  { width: 1280, more: { viewport: { width: 1280, height: 800 } } },
  { width: 390, more: phone },
];

/** Opens every address of the reader. `check` returns what is wrong with the page. */
async function checkPages(
  { open, url }: Journey,
  { name, paths, flawless, enter }: Reader,
  check: (window: Window, width: number) => Promise<string[]>,
): Promise<string[]> {
  const addresses = await findAddresses(url);
  const found: string[] = [];
  for (const { width, more } of widths) {
    const window = await open(`${name}, ${width}`, more);
    // Addresses of other people's objects, and links without a token.
    window.allowErrors(/status of 40[134]/);
    await recordShifts(window.context);
    await enter(window);
    await slowDown(window.page);
    for (const path of paths) {
      const address = addressOfPath(path, addresses);
      const errorsBefore = window.allErrors.length;
      const status = await openCold(window.page, address);
      const errors = [...(await checkDocument(window.page)), ...(await check(window, width))];
      if (flawless.includes(path)) {
        if (status !== 200) errors.push(`status ${status}`);
        errors.push(...window.allErrors.slice(errorsBefore));
        const { pathname } = new URL(window.page.url());
        if (isAppPath(path) && pathname !== address) errors.push(`shows ${pathname}`);
      }
      found.push(...errors.map((error) => `${address} at ${width}: ${error}`));
    }
  }
  return found;
}

async function checkDocument(page: Page): Promise<string[]> {
  const headings = await page.getByRole('heading', { level: 1 }).count();
  return [
    ...(headings === 1 ? [] : [`${headings} main headings`]),
    ...(/\S/.test(await page.title()) ? [] : ['no title']),
  ];
}

async function checkShifts({ page }: Window): Promise<string[]> {
  const { sum, moved } = await readShifts(page);
  const { isMet, line } = checkBudget('layout shift', sum);
  return isMet ? [] : [`${line}; moved: ${moved.join('; ')}`];
}

async function checkButtons({ page }: Window): Promise<string[]> {
  const views = await findPrimaryButtons(page);
  return views
    .filter((labels) => labels.length > 1)
    .map((labels) => `several primary buttons: ${labels.join(', ')}`);
}

async function checkTargets({ page, isPhone }: Window): Promise<string[]> {
  if (!isPhone) return [];
  return (await findSmallTargets(page)).map((target) => `a small target: ${target}`);
}

for (const reader of readers)
  journey(
    `what ${reader.name} sees opens without errors, stays in place while it loads, has one primary button at most, and targets for fingers`,
    async (steps) => {
      const found = await checkPages(steps, reader, async (window) => [
        ...(await checkShifts(window)),
        ...(await checkButtons(window)),
        ...(await checkTargets(window)),
      ]);
      assert.deepEqual(found, []);
    },
  );

journey('the same buttons and targets are in menus, dialogs and empty lists', async ({ open }) => {
  const found: string[] = [];
  for (const reader of ['visitor', 'ada', 'newcomer'] as const) {
    const window = await open(reader, phone);
    // The shared steps click.
    window.allowErrors(/status of 40[134]/, /pressed by mouse/);
    if (reader === 'ada') await window.signIn(ada);
    if (reader === 'newcomer')
      await window.register({ ...newcomer, email: 'nia-states@newcomer.example' });
    for (const state of pageStates.filter((one) => one.reader === reader)) {
      await window.page.goto(state.address);
      await state.open(window.page);
      const errors = [...(await checkButtons(window)), ...(await checkTargets(window))];
      found.push(...errors.map((error) => `${state.name}: ${error}`));
    }
  }
  assert.deepEqual(found, []);
});
