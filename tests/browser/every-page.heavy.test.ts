/**
 * Rules for every page, checked on each address of the app for each kind of reader: what is drawn stays in place while the
 * rest loads, each view has at most one primary button, and fingers can hit every target.
 */

import assert from 'node:assert/strict';
import { checkBudget } from '@nameloan/testkit/budgets';
import { addressOfPath, appPaths, demoAccount, findAddresses, publicPaths } from './addresses.ts';
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

interface Reader {
  name: string;
  paths: readonly string[];
  enter(window: Window): Promise<void>;
}

const readers: readonly Reader[] = [
  { name: 'a visitor', paths: [...publicPaths, '/no/such/page'], enter: async () => {} },
  {
    name: 'a borrower and lender',
    paths: [
      ...publicPaths.filter((path) => !forVisitors.test(path)),
      ...appPaths,
      '/app/escrow/unknown',
      '/app/borrow#offers',
      '/app/settings#mfa',
    ],
    enter: (window) => window.signIn(ada),
  },
  {
    name: 'an operator',
    paths: ['/app', '/app/disputes', '/app/disputes?tab=held', '/app/disputes?tab=payments'],
    enter: (window) => window.signIn(demoAccount('Opal')),
  },
  {
    // Has nothing yet, and an email that is not verified.
    name: 'a newcomer',
    paths: appPaths.filter((path) => !/:id|disputes|my-domains\/.*\//.test(path)),
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
  { name, paths, enter }: Reader,
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
      await openCold(window.page, address);
      const errors = await check(window, width);
      found.push(...errors.map((error) => `${address} at ${width}: ${error}`));
    }
  }
  return found;
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
    `what ${reader.name} sees stays in place while it loads, has one primary button at most, and targets for fingers`,
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
