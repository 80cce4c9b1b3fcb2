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

interface Listing {
  desired_loan_amount: number;
  appraisal: { mid: number } | null;
}

const cards = (page: Page) => page.getByRole('list', { name: 'Listings' }).getByRole('listitem');
const figures = {
  'Borrower receives': 'receives',
  'Borrower repays': 'repays',
  Interest: 'interest',
  'Transfer fee': 'transfer_fee',
} as const;

/** Reads these amounts from the page of a listing, by their names in the API. */
async function readFigures(page: Page): Promise<Record<string, number>> {
  const region = page.getByRole('region', { name: 'The loan', exact: true });
  await region.getByText('Borrower’s costs').click();
  const entries = Object.entries(figures).map(async ([label, name]) => {
    const term = region.getByText(label, { exact: true });
    const shown = await term.locator('xpath=following-sibling::dd').innerText();
    return [name, Number(shown.replace(/[$,]/g, ''))] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
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
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const { disclosure } = await (await fetch(`${environment.url}/api/listings/${id}`)).json();
    const expected = Object.values(figures).map((one) => [one, disclosure[one]]);
    assert.deepEqual(await readFigures(page), Object.fromEntries(expected));
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

journey(
  'a lender filters by LTV, tries other terms and offers them, inside the app; own listings come last',
  async ({ environment, openFor }) => {
    await createListings(environment);
    const lender = await environment.newPerson('Lev Lender');
    const domain = await addProvenDomain(lender, environment.sandbox, environment.newDomainName());
    await openListing(lender, domain.id, { amount: 300, term: 30, apy: 10 });
    const { page } = await openFor(lender);
    await page.goto('/app/listings');
    await cards(page).nth(11).waitFor();
    await page.getByRole('link', { name: 'Page 2' }).click();
    await page.waitForURL('**/app/listings/2');
    await cards(page).last().getByText('Your listing').waitFor();

    const before = await (await fetch(`${environment.url}/api/listings?limit=100`)).json();
    const ltvs: number[] = before.listings.flatMap((one: Listing) =>
      one.appraisal ? [one.desired_loan_amount / one.appraisal.mid] : [],
    );
    // Between two listings, so that some are left and some are not.
    const middle = Math.ceil((ltvs.sort((a, b) => a - b)[7] ?? 0) * 100);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByLabel('LTV, at most').fill(`${middle}`);
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(`**/app/listings/1?max_ltv=${middle}`);
    await page.getByLabel('Order').selectOption('Lowest LTV first');
    await page.waitForURL('**&sort=ltv&direction=asc');
    await page.waitForFunction((most) => {
      const listed = [...document.querySelectorAll('ul[aria-label=Listings] > li')];
      const others = listed
        .map(({ textContent }) => textContent)
        .filter((text) => !text.includes('Your listing'));
      const shares = others.map((text) =>
        Number(text.match(/LTV ([\d,]+)%/)?.[1]?.replace(',', '') ?? 1e9),
      );
      const rising = shares.every((one, at) => one >= (shares[at - 1] ?? 0));
      return shares.length >= 7 && rising && shares.every((one) => one <= most);
    }, middle);

    await cards(page).first().getByRole('link').first().click();
    const loan = page.getByRole('region', { name: 'Your return' });
    await loan.getByText('You get back').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Domain Listings' }).waitFor();
    await loan.getByLabel('Loan amount').fill('123.45');
    await loan.getByText('$123.45', { exact: true }).waitFor();
    await page.getByRole('button', { name: /^Make Offer on/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Make Offer on/ });
    assert.equal(await dialog.getByLabel('Loan amount').inputValue(), '123.45');
    await dialog.getByRole('button', { name: 'Make Offer' }).click();
    await page.getByRole('status').getByText('Offer sent').first().waitFor();
    await page.getByText('You offered $123.45').waitFor();
  },
);
