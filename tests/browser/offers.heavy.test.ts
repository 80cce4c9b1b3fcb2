/** Offers: answered by keyboard, updated live in the other window, and shown in the notifications. */

import assert from 'node:assert/strict';
import { makeOffer } from '@nameloan/driver/steps';
import type { Page } from 'playwright-core';
import { createListedDomain, defaultTerms } from '../flows/environment/loans.ts';
import { setUpJourneys } from './environment.ts';
import { focusedName, pressOn, tabTo } from './keyboard.ts';

const { journey, byKeyboard } = setUpJourneys();

const banner = (page: Page, text: string) => page.getByRole('status').getByText(text).first();
const table = (page: Page, name: string) => page.getByRole('table', { name });

byKeyboard(
  'an offer is accepted and becomes a loan, and the lender sees it at once',
  async ({ environment, openFor }) => {
    const { borrower, lender, domain } = await createListedDomain(environment);
    await makeOffer(lender, domain.id, { ...defaultTerms, message: 'Happy to lend on it.' });
    const [bea, len] = [await openFor(borrower), await openFor(lender)];
    await len.page.goto('/app/lend');
    const sent = table(len.page, 'Offers sent');
    await sent.getByText('Pending').waitFor();

    const { page } = bea;
    await pressOn(page, page.getByRole('link', { name: 'My Loans' }).first());
    const received = table(page, 'Offers received');
    for (const text of ['You receive', '$900.50', 'You repay', '$927.14', 'No finished loans yet'])
      await received.getByText(text).first().waitFor();
    await pressOn(page, received.getByText('Message and details'));
    await received.getByText('Happy to lend on it.').waitFor();
    await pressOn(
      page,
      page.getByRole('button', { name: `Accept the offer of $900.50 on ${domain.domain}` }),
    );
    const question = page.getByRole('dialog', { name: 'Accept this offer?' });
    await question
      .getByText('Your listing closes, and all other offers on it are denied.')
      .waitFor();

    // Closing the dialog returns the focus.
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    assert.equal(await focusedName(page), `Accept the offer of $900.50 on ${domain.domain}`);

    await page.keyboard.press('Enter');
    await pressOn(page, question.getByRole('button', { name: 'Accept' }));
    await banner(page, 'Escrow created').waitFor();
    await page.waitForURL('**/app/escrow/*');

    // The lender's window updates without input.
    await sent.getByText('Accepted').waitFor();
    await table(len.page, 'Originating Loans').getByText('Pending Signature').waitFor();
  },
);

journey(
  'an offer rescinded while the borrower reads it cannot be accepted, with a clear message',
  async ({ environment, openFor }) => {
    const { borrower, lender, domain } = await createListedDomain(environment);
    await makeOffer(lender, domain.id, defaultTerms);
    const [bea, len] = [await openFor(borrower), await openFor(lender)];
    await bea.page.goto('/app/borrow');
    await bea.page.getByRole('button', { name: /^Accept/ }).click();
    const question = bea.page.getByRole('dialog', { name: 'Accept this offer?' });
    await question.waitFor();

    await len.page.goto('/app/lend');
    await len.page.getByRole('button', { name: /^Rescind/ }).click();
    const rescind = len.page.getByRole('dialog', { name: 'Rescind this offer?' });
    await rescind.getByRole('button', { name: 'Rescind' }).click();
    await banner(len.page, 'Offer rescinded').waitFor();

    await question.getByRole('button', { name: 'Accept' }).click();
    await question.getByText('This offer is RESCINDED; accept is not possible now.').waitFor();
    await bea.page.keyboard.press('Escape');
    await table(bea.page, 'Offers received').getByText('Rescinded').waitFor();
    assert.equal(await bea.page.getByRole('button', { name: /^Accept/ }).count(), 0);
  },
);

byKeyboard(
  'Esc closes the notifications and returns the focus, and a notification links to its subject',
  async ({ environment, openFor }) => {
    const { borrower, lender, domain } = await createListedDomain(environment);
    const { page } = await openFor(borrower);
    await page.getByRole('button', { name: 'Alerts', exact: true }).waitFor();

    // The notification arrives while the page is open.
    await makeOffer(lender, domain.id, defaultTerms);
    const bell = page.getByRole('button', { name: 'Alerts, 1 unread' });
    await pressOn(page, bell);
    const list = page.getByRole('group', { name: 'Alerts' });
    const notice = list.getByRole('button', { name: /A lender offers \$900\.50/ });
    await notice.waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    assert.equal(await focusedName(page), 'Alerts, 1 unread');

    await page.keyboard.press('Enter');
    await pressOn(page, notice);
    await page.waitForURL('**/app/borrow#offers');
    await page.getByRole('button', { name: 'Alerts', exact: true }).waitFor();
    await page.waitForFunction(() => document.activeElement?.textContent === 'Offers received');
    await table(page, 'Offers received').getByText('$900.50').first().waitFor();
  },
);

byKeyboard(
  'a table is paged by keyboard, and back keeps the page',
  async ({ environment, openFor }) => {
    const { borrower, lender, domain } = await createListedDomain(environment);
    for (let made = 0; made < 5; made++) {
      const { id } = await makeOffer(lender, domain.id, { ...defaultTerms, amount: 100 + made });
      await lender.post(`/offers/${id}`, { status: 'RESCINDED' });
    }
    const { page } = await openFor(borrower);
    await page.goto('/app/borrow');
    const received = table(page, 'Offers received');
    await received.getByText('$104.00').waitFor();
    const pages = page.getByRole('navigation', { name: 'Pages of offers received' });
    await pressOn(page, pages.getByRole('link', { name: 'Next' }));
    await page.waitForURL('**/app/borrow/1/2');
    await received.getByText('$100.00').waitFor();
    assert.equal(
      await pages.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current'),
      'page',
    );
    await page.goBack();
    await received.getByText('$104.00').waitFor();
    await tabTo(page, pages.getByRole('link', { name: 'Page 2' }));
  },
);
