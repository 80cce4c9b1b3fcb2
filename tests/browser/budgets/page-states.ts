/** Page states other than the initial one, each with the page that has it. */

import type { Page } from 'playwright-core';
import type { Reader } from './pages.ts';

export interface PageState {
  name: string;
  reader: Reader;
  address: string;
  /** The state exists only up to this width. */
  maxWidth?: number;
  open(page: Page): Promise<void>;
}

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();

export const pageStates: PageState[] = [
  {
    name: 'popover',
    reader: 'ada',
    address: '/app',
    open: async (page) => {
      await press(page, /^Notifications/);
      await page.getByRole('group', { name: 'Notifications' }).waitFor();
    },
  },
  {
    name: 'drawer',
    reader: 'ada',
    address: '/app',
    maxWidth: 767,
    open: async (page) => {
      await press(page, 'Open menu');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'dialog',
    reader: 'ada',
    address: '/app/my-domains',
    open: async (page) => {
      await press(page, 'Add New');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'a dialog longer than the window',
    reader: 'ada',
    address: '/app/listings',
    open: async (page) => {
      await press(page, /^Make Offer/);
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'errors',
    reader: 'visitor',
    address: '/login',
    open: async (page) => {
      await press(page, 'Continue');
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'banner',
    reader: 'visitor',
    address: '/login',
    open: async (page) => {
      await page.getByLabel('Email').fill('ada@demo.nameloan.example');
      await press(page, 'Forgot My Password');
      const banner = page.getByText('Check your email');
      await banner.waitFor();
      // It stays visible while the pointer is on it.
      await banner.hover();
    },
  },
  {
    name: 'empty',
    reader: 'newcomer',
    address: '/app/transactions',
    open: async (page) => {
      await page.locator('main').getByText('Nothing here yet...').first().waitFor();
    },
  },
];
