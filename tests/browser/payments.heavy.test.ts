/** The site balance: payments in the provider's window, failures, cancellations and the list. */

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { setUpJourneys } from './environment.ts';
import { focusedName, pressOn, tabTo } from './keyboard.ts';
import type { Window } from './window.ts';

const { journey, byKeyboard } = setUpJourneys();

/** Uses the origin that providers redirect to; another origin would be another session. */
const atPublicUrl = (url: string) => ({ baseURL: url.replace('127.0.0.1', 'localhost') });
const card = (page: Page, title: string) => page.getByRole('region', { name: title });
const balance = (page: Page) => card(page, 'Current balance');

/** Starts a payment and resolves to the provider's window. */
async function beginPayment(window: Window, title: string, amount: string): Promise<Page> {
  const form = card(window.page, title);
  await form.getByLabel('Amount in USD').fill(amount);
  const opened = window.context.waitForEvent('page');
  await form.getByRole('button', { name: /^Pay with/ }).click();
  const provider = await opened;
  await provider.getByRole('button', { name: 'Pay', exact: true }).waitFor();
  return provider;
}

async function act(provider: Page, action: string): Promise<void> {
  await provider.getByRole('button', { name: action, exact: true }).click();
  // The page re-renders with the result; leaving earlier would navigate back to it.
  await provider.getByRole('status').waitFor();
  // The link back differs before the payment.
  const way = action === 'Pay' ? '?deposit=' : '?cancelled=';
  const back = provider.locator(`a[href*="${way}"]`, { hasText: 'Back to the shop' });
  await provider.goto((await back.getAttribute('href')) ?? '');
}

journey(
  'a payment on the provider’s page updates the balance in both windows',
  async ({ environment, url, openFor }) => {
    const window = await openFor(await environment.newPerson('Pay Card'), atPublicUrl(url));
    const { page } = window;
    await page.getByRole('link', { name: 'Add Balance', exact: true }).click();
    await balance(page).getByText('$0.00').waitFor();

    const form = card(page, 'Credit card');
    const amount = form.getByLabel('Amount in USD');
    await amount.fill('ten');
    await amount.press('Enter');
    await form.getByText('Invalid amount').waitFor();
    await form.getByText('Use numbers, like 2500').waitFor();
    assert.equal(await amount.evaluate((one) => one === document.activeElement), true);
    await amount.fill('0.50');
    await amount.press('Enter');
    await form.getByText('A deposit is between $1.00 and $100,000.00.').waitFor();
    assert.equal(window.context.pages().length, 1);

    const provider = await beginPayment(window, 'Credit card', '100');
    assert.equal(await provider.evaluate(() => globalThis.opener), null);
    await form.getByText('The payment page is open in another window.').waitFor();
    await act(provider, 'Pay');
    await provider.getByText('$100.00 was added to your balance.').waitFor();
    assert.match(provider.url(), /\/app\/transactions\?deposit=/);
    await provider.getByRole('row').filter({ hasText: 'Card' }).getByText('Complete').waitFor();
    await balance(page).getByText('$100.00').waitFor();
    await form.getByText('$100.00 was added to your balance.').waitFor();
  },
);

journey('a failed or cancelled payment shows its result', async ({ environment, url, openFor }) => {
  const window = await openFor(await environment.newPerson('Cora Cancel'), atPublicUrl(url));
  const { page } = window;
  await page.goto('/app/add-balance');
  const cancelled = await beginPayment(window, 'Credit card', '40');
  await act(cancelled, 'Cancel');
  await cancelled.getByText('The payment was cancelled. Nothing was charged.').waitFor();
  // Reported by the other window, or already by the provider, whose page has closed.
  await card(page, 'Credit card')
    .getByText(/The payment was cancelled\.|\$40\.00 failed\./)
    .waitFor();

  const failed = await beginPayment(window, 'Cryptocurrency', '25');
  await failed.getByRole('button', { name: 'Fail', exact: true }).click();
  await card(page, 'Cryptocurrency').getByText('Your payment of $25.00 failed.').waitFor();
  await balance(page).getByText('$0.00').waitFor();
});

journey('if the browser blocks the window, there is a link', async ({ environment, openFor }) => {
  const window = await openFor(await environment.newPerson('Bo Blocked'));
  const { page } = window;
  await page.addInitScript(() => {
    globalThis.open = () => null;
  });
  await page.goto('/app/add-balance');
  const form = card(page, 'Credit card');
  await form.getByLabel('Amount in USD').fill('30');
  await form.getByRole('button', { name: 'Pay with Card' }).click();
  await form.getByText('Your browser blocked the payment window.').waitFor();
  const opened = window.context.waitForEvent('page');
  await form.getByRole('link', { name: 'Open the payment page' }).click();
  await act(await opened, 'Pay');
  await balance(page).getByText('$30.00').waitFor();
});

byKeyboard('the transactions are paged by keyboard', async ({ environment, openFor }) => {
  const person = await environment.newPerson('Paige Pages');
  for (let amount = 1; amount <= 6; amount++)
    await person.post('/transactions/nowpayments-session', { amount });
  const { page } = await openFor(person);
  await pressOn(page, page.getByRole('link', { name: 'Transactions' }));
  await page.getByRole('cell', { name: '$6.00' }).waitFor();
  assert.equal(await page.getByRole('row').count(), 1 + 5);
  assert.equal(await page.getByRole('cell').getByText('Pending').count(), 5);
  await pressOn(page, page.getByRole('link', { name: 'Next' }));
  await page.getByRole('cell', { name: '$1.00' }).waitFor();
  assert.match(page.url(), /\/app\/transactions\/2$/);
  assert.equal(await focusedName(page), 'Transactions');
  assert.equal(
    await page.getByRole('link', { name: 'Page 2' }).getAttribute('aria-current'),
    'page',
  );
  await pressOn(page, page.getByRole('link', { name: 'Page 1' }));
  await page.getByRole('cell', { name: '$6.00' }).waitFor();
  await page.goBack();
  await page.getByRole('cell', { name: '$1.00' }).waitFor();

  const status = page.getByLabel('Status', { exact: true });
  await tabTo(page, status);
  // Chosen by its first letter.
  await page.keyboard.type('Complete');
  await page.getByText('No transactions match.').waitFor();
  assert.match(page.url(), /\/app\/transactions\?status=DONE$/);
  // A filter returns to the first page, and the focus stays on the filter.
  assert.ok(await status.evaluate((one) => one === document.activeElement));
});
