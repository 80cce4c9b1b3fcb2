/** Finding a listing and making an offer: filters, back and forward, validation, keyboard only. */

import assert from 'node:assert/strict';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { addProvenDomain, openListing } from '@nameloan/driver/steps';
import type { Page } from 'playwright-core';
import type { TestEnvironment } from '../flows/environment/test-environment.ts';
import { setUpJourneys } from './environment.ts';
import { pressOn, tabTo, typeInto } from './keyboard.ts';
import { verifyByApi } from './verify-email.ts';

const { journey, byKeyboard } = setUpJourneys();

const suffixes = ['com', 'io', 'net'];
let filled: Promise<unknown> | undefined;

/** Creates fifteen listings of three borrowers, more than a page, once for all tests. */
function createListings(environment: TestEnvironment): Promise<unknown> {
  filled ??= Promise.all(
    suffixes.map(async (suffix, at) => {
      const borrower = await environment.newPerson('Bea Borrower');
      for (let count = 1; count <= 5; count++) {
        const domain = await addProvenDomain(
          borrower,
          environment.sandbox,
          environment.newDomainName(suffix),
        );
        const amount = 200 * count + at;
        await openListing(borrower, domain.id, { amount, term: 30 * count, apy: 10 + count });
      }
      // A late estimate would refetch the list while a test moves through the history.
      await waitFor('the estimates of all listings', async () => {
        const { domains } = await borrower.get('/domains?limit=100');
        return domains.every(
          (domain: { estimated_value: number | null }) => domain.estimated_value,
        );
      });
    }),
  );
  return filled;
}

const cards = (page: Page) => page.getByRole('list', { name: 'Listings' }).getByRole('listitem');
const figures = [
  'Borrower receives',
  'Borrower repays',
  'Interest',
  'Transfer fee',
  'Cost',
  'APR incl. fees',
];

/** Reads these values from a card. */
function figuresIn(page: Page, card: string): Promise<string[]> {
  const region = page.getByRole('region', { name: card });
  const figureOf = (label: string) =>
    region.getByText(label, { exact: true }).locator('xpath=following-sibling::dd').innerText();
  return Promise.all(figures.map(figureOf));
}

const scrolled = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
const offerOn = (page: Page) => page.getByRole('button', { name: /^Make Offer on/ }).first();

journey(
  'a visitor filters listings; back and forward keep the filters and the scroll position',
  async ({ environment, open }) => {
    await createListings(environment);
    const { page } = await open('visitor');
    await page.goto('/');
    await page.getByRole('link', { name: 'Browse Listings' }).first().click();
    await cards(page).nth(11).waitFor();
    assert.equal(await cards(page).count(), 12);
    await page.evaluate(() => window.scrollTo(0, 700));
    await page.getByRole('link', { name: 'Page 2' }).click();
    await page.waitForURL('**/domains/2');
    await page.waitForFunction(() => window.scrollY === 0);

    await page.getByRole('textbox', { name: 'TLD', exact: true }).fill('com');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('Loan amount, at least').fill('lots');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Invalid amount').waitFor();
    await page.getByLabel('Loan amount, at least').fill('500');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/domains/1?suffix=com&min_amount=500');
    await page.getByLabel('Order').selectOption('Smallest loan first');
    await page.waitForURL('**&sort=amount&direction=asc');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('ul[aria-label=Listings] h2')].every((name) =>
        name.textContent?.endsWith('.com'),
      ),
    );
    const filtered = await cards(page).count();
    assert.ok(filtered > 0 && filtered < 12);

    const name = await cards(page).first().getByRole('heading').textContent();
    // Located by name, because the list may still be reordering.
    await cards(page)
      .getByRole('link', { name: name ?? '', exact: true })
      .click();
    await page.getByRole('heading', { level: 1, name: name ?? '' }).waitFor();
    // The browser computes the same values as the server.
    const served = await figuresIn(page, 'Loan amount');
    assert.deepEqual(await figuresIn(page, 'Try other terms'), served);
    assert.ok(
      served.every((figure) => /\d/.test(figure)),
      served.join(),
    );
    await page.goBack();
    await page.waitForFunction((many) => {
      return document.querySelectorAll('ul[aria-label=Listings] > li').length === many;
    }, filtered);
    assert.equal(await page.getByRole('textbox', { name: 'TLD', exact: true }).inputValue(), 'com');
    for (let step = 0; step < 3; step++) await page.goBack();
    await page.waitForURL('**/domains');
    await cards(page).nth(11).waitFor();
    await page.waitForFunction(() => window.scrollY > 600);
    assert.equal(await page.getByRole('textbox', { name: 'TLD', exact: true }).inputValue(), '');
    await page.goForward();
    await page.waitForURL('**/domains/2');
    await page.waitForFunction(() => window.scrollY === 0);
    assert.equal(await scrolled(page), 0);
  },
);

journey(
  'a visitor registers to make an offer, corrects an invalid one, and sees the saved offer',
  async ({ environment, open }) => {
    await createListings(environment);
    const { page } = await open('newcomer');
    await page.goto('/domains');
    await offerOn(page).click();
    await page.waitForURL('**/login?next=*');
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByLabel('Full name').fill('Nora Newcomer');
    await page.getByLabel('Email').fill('nora@listings.example');
    await page.getByLabel('Password', { exact: true }).fill('a long enough secret');
    await page.getByLabel('Confirm password').fill('a long enough secret');
    await page.getByRole('button', { name: 'Get Started' }).click();

    const dialog = page.getByRole('dialog', { name: /^Make Offer on/ });
    await dialog.waitFor();
    await verifyByApi(environment.url, 'nora@listings.example', environment.sandbox);
    const amount = await dialog.getByLabel('Loan amount').inputValue();
    assert.ok(Number(amount) > 0, 'the form starts with the requested amount');
    await dialog.getByLabel('Rate').fill('a lot');
    await dialog.getByRole('button', { name: 'Make Offer' }).click();
    await dialog.getByText('Invalid rate').waitFor();
    await dialog.getByLabel('Rate').fill('101');
    await dialog.getByText('0 to 100').waitFor();
    await dialog.getByRole('button', { name: 'Make Offer' }).click();
    // The server's message next to the input.
    await page.waitForFunction(() => {
      const input = document.querySelector('dialog input[name=rate]');
      return input?.getAttribute('aria-invalid') === 'true' && document.activeElement === input;
    });
    await dialog.getByLabel('Rate').fill('12.5');
    await dialog.getByLabel('Message').fill('I know the name.');
    await dialog.getByRole('button', { name: 'Make Offer' }).click();
    await page.getByRole('status').getByText('Offer sent').first().waitFor();
    await dialog.waitFor({ state: 'detached' });
    await cards(page)
      .getByText(/You offered/)
      .first()
      .waitFor();
    await page.reload();
    await cards(page)
      .getByText(/You offered/)
      .first()
      .waitFor();
  },
);

byKeyboard(
  'making an offer moves the focus to invalid inputs, and back after success',
  async ({ environment, openFor }) => {
    await createListings(environment);
    const lender = await environment.newPerson('Kay Lender');
    const { page } = await openFor(lender);
    await pressOn(page, page.getByRole('link', { name: 'Domain Listings' }));
    await pressOn(page, offerOn(page));
    const dialog = page.getByRole('dialog', { name: /^Make Offer on/ });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await pressOn(page, offerOn(page));
    const term = dialog.getByLabel('Term');
    await typeInto(page, term, 'soon');
    await pressOn(page, dialog.getByRole('button', { name: 'Make Offer' }));
    await dialog.getByText('Invalid term').waitFor();
    assert.ok(await term.evaluate((input) => input === document.activeElement));
    await typeInto(page, term, '45');
    await tabTo(page, dialog.getByLabel('Message'));
    await page.keyboard.type('By hand.');
    await pressOn(page, dialog.getByRole('button', { name: 'Make Offer' }));
    await page.getByRole('status').getByText('Offer sent').first().waitFor();
    await cards(page)
      .getByText(/You offered/)
      .first()
      .waitFor();
    const focused = await page.evaluate(() => document.activeElement?.tagName);
    assert.notEqual(focused, 'BODY', 'the focus must not be lost');
  },
);
