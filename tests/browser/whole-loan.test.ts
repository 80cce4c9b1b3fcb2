/** A whole loan through the web app only, one party on a desktop and one on a phone; the test controls only external systems. */

import assert from 'node:assert/strict';
import type { SandboxClient } from '@nameloan/driver/sandbox-client';
import type { Locator, Page } from 'playwright-core';
import { checkLayout } from './budgets/check-page.ts';
import { waitUntilSettled } from './budgets/page-windows.ts';
import { setUpJourneys } from './environment.ts';
import { verifyEmail } from './verify-email.ts';
import type { Window } from './window.ts';
import { phone } from './window.ts';

const { journey } = setUpJourneys();

const banner = (page: Page, text: string) =>
  page.getByRole('status').getByText(text).first().waitFor();

const accountOf = (name: string) => ({
  name,
  email: `${name.toLowerCase().replace(' ', '.')}@journey.example`,
  password: 'a long enough secret',
});

/** Navigates by the sidebar, or by the menu on a phone; waits for the screen's heading. */
async function goTo(window: Window, place: string): Promise<void> {
  const { page } = window;
  const menu = page.getByRole('dialog', { name: 'Menu' });
  if (window.isPhone) await window.press(page.getByRole('button', { name: 'Open menu' }));
  const places = window.isPhone ? menu : page.getByRole('navigation', { name: 'Main' });
  await assertFits(window);
  await window.press(places.getByRole('link', { name: place }).first());
  await page.getByRole('heading', { level: 1, name: place }).waitFor();
  await menu.waitFor({ state: 'detached' });
}

/** Asserts that on a phone nothing is cut off, too small to tap, or outside the screen. */
async function assertFits({ page, isPhone }: Window): Promise<void> {
  if (!isPhone) return;
  await waitUntilSettled(page);
  assert.deepEqual(await checkLayout(page), []);
}

/** Types into an input; on a phone the input must stay above the keyboard, with a font size that prevents zooming. */
async function type(window: Window, box: Locator, text: string): Promise<void> {
  if (!window.isPhone) return box.fill(text);
  const { page } = window;
  const { width, height } = phone.viewport;
  await page.setViewportSize({ width, height: height / 2 });
  await box.tap();
  await page.keyboard.type(text);
  const visibility = await box.evaluate((one) => {
    const { top, bottom, left } = one.getBoundingClientRect();
    const isOnTop = document.elementFromPoint(left + 8, (top + bottom) / 2) === one;
    const letters = Number.parseFloat(getComputedStyle(one).fontSize);
    return { isOnTop, isWithin: top >= 0 && bottom <= innerHeight, isReadable: letters >= 16 };
  });
  assert.deepEqual(visibility, { isOnTop: true, isWithin: true, isReadable: true }, `${box}`);
  await assertFits(window);
  await page.setViewportSize(phone.viewport);
}

/** Adds the domain, sets its DNS record, and waits for the verification without a reload. */
async function proveDomain(window: Window, sandbox: SandboxClient, name: string): Promise<void> {
  const { page } = window;
  await goTo(window, 'My Domains');
  await page.getByRole('main').getByText('Nothing here yet...').waitFor();
  await page.getByRole('button', { name: 'Add New' }).first().click();
  await page.getByLabel('Domain name').fill(name);
  await page.getByRole('button', { name: 'Add Domain' }).click();
  const dialog = page.getByRole('dialog', { name: 'Verify Domain' });
  const record = await dialog.getByText(/^nameloan-/).textContent();
  await sandbox.setTxt(`_nameloan-challenge.${name}`, [record ?? '']);
  await dialog.getByRole('button', { name: 'Queue Check' }).click();
  await banner(page, 'Transfer added to queue');
  await dialog.getByText('this domain is verified').waitFor();
}

async function createListing(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Get Loan' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Listing' });
  await dialog.getByLabel('Desired loan amount').fill('1,000');
  await dialog.getByLabel('Desired term in days').fill('60');
  await dialog.getByLabel('Desired APR').fill('18');
  await dialog.getByRole('button', { name: 'Create Listing' }).click();
  await banner(page, 'Listing created');
}

async function makeOffer(window: Window, name: string): Promise<void> {
  const { page } = window;
  await goTo(window, 'Domain Listings');
  await window.press(page.getByRole('button', { name: `Make Offer on ${name}` }));
  const dialog = page.getByRole('dialog', { name: `Make Offer on ${name}` });
  await dialog.getByLabel('Loan amount').fill('900.50');
  await type(window, dialog.getByLabel('Message'), 'I can send it the same day.');
  await assertFits(window);
  await window.press(dialog.getByRole('button', { name: 'Make Offer' }));
  await banner(page, 'Offer sent');
}

async function acceptOffer(window: Window, name: string): Promise<void> {
  const { page } = window;
  await goTo(window, 'My Loans');
  await window.press(page.getByText('Message and details'));
  await page.getByText('I can send it the same day.').waitFor();
  await page.getByText('$927.14').first().waitFor();
  await page.getByRole('button', { name: `Accept the offer of $900.50 on ${name}` }).click();
  await page.getByRole('button', { name: 'Accept', exact: true }).last().click();
  await banner(page, 'Escrow created');
  await page.waitForURL('**/app/escrow/*');
}

/** Follows a notification to the loan. */
async function followAlert(window: Window, name: string): Promise<void> {
  const { page } = window;
  await window.press(page.getByRole('button', { name: /^Alerts, \d unread/ }));
  await assertFits(window);
  const alerts = page.getByRole('group', { name: 'Alerts' });
  await window.press(alerts.getByRole('button', { name }).first());
  await page.waitForURL('**/app/escrow/*');
}

/** Signs through the modal, which opens a new tab. */
async function signAgreement(window: Window, name: string): Promise<void> {
  const { page, context } = window;
  const modal = page.getByRole('dialog', { name: 'Signature Required' });
  const opened = context.waitForEvent('page');
  await window.press(modal.getByRole('link', { name: 'Sign Now' }));
  const tab = await opened;
  await tab.getByLabel('Address', { exact: true }).fill('1 Main Street');
  await tab.getByLabel('City').fill('Springfield');
  await tab.getByLabel('Postal/Zip Code').fill('12345');
  await tab.getByLabel('Country').selectOption('US');
  await tab.getByLabel('Your name').fill(name);
  await window.press(tab.getByRole('checkbox'));
  await window.press(tab.getByRole('button', { name: 'Sign Now' }));
  await tab.getByRole('link', { name: 'Go to the loan' }).waitFor();
  await tab.close();
  await modal.waitFor({ state: 'hidden' });
}

async function payByCard(window: Window): Promise<void> {
  const { page } = window;
  await goTo(window, 'Add Balance');
  const card = page.getByRole('region', { name: 'Credit card' });
  await card.getByLabel('Amount in USD').fill('50');
  const opened = window.context.waitForEvent('page');
  await card.getByRole('button', { name: 'Pay with Card' }).click();
  const checkout = await opened;
  await checkout.getByRole('button', { name: /^Pay/ }).click();
  await page.getByRole('main').getByText('$50.00').first().waitFor();
  await checkout.close();
}

async function transferIn(window: Window, sandbox: SandboxClient, name: string): Promise<void> {
  const { page } = window;
  await goTo(window, 'My Domains');
  const { authCode } = await sandbox.readRegistration(name);
  await page.getByRole('button', { name: `Transfer In: ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Transfer In' });
  await dialog.getByLabel('EPP transfer code').fill(authCode);
  await dialog.getByRole('button', { name: 'Transfer In' }).click();
  await banner(page, 'Transfer initiated');
  await page.getByRole('row', { name }).getByText('Pending').waitFor();
  await sandbox.approveTransfer(name);
}

async function say(window: Window, text: string): Promise<void> {
  const { page } = window;
  await type(window, page.getByLabel('Message', { exact: true }), text);
  await window.press(page.getByRole('button', { name: 'Send' }));
}

async function move(
  window: Window,
  button: string,
  fill: (dialog: Locator) => Promise<void>,
  confirm = button,
) {
  const { page } = window;
  const actions = page.getByRole('group', { name: 'Actions' });
  await window.press(actions.getByRole('button', { name: button }));
  const dialog = page.getByRole('dialog');
  await fill(dialog);
  await assertFits(window);
  await window.press(dialog.getByRole('button', { name: confirm }));
}

journey(
  'two users, one on a phone, run a whole loan in the browser only, from registration to the return of the domain',
  async ({ environment, open }) => {
    const { sandbox } = environment;
    const name = environment.newDomainName();
    const [ada, lin] = [accountOf('Ada Newcomer'), accountOf('Lin Newcomer')];
    const [borrower, lender] = [await open('borrower'), await open('lender', phone)];
    await Promise.all([borrower.register(ada), lender.register(lin)]);
    await verifyEmail(borrower, sandbox, ada.email);
    await verifyEmail(lender, sandbox, lin.email);
    await proveDomain(borrower, sandbox, name);
    await createListing(borrower.page);
    await makeOffer(lender, name);
    await acceptOffer(borrower, name);

    const loan = new URL(borrower.page.url()).pathname;
    await followAlert(lender, name);
    assert.equal(new URL(lender.page.url()).pathname, loan);
    await signAgreement(borrower, ada.name);
    await signAgreement(lender, lin.name);
    await assertFits(lender);
    await payByCard(borrower);
    await transferIn(borrower, sandbox, name);
    await borrower.page.goto(loan);
    const status = (page: Page, text: string) =>
      page.getByRole('heading', { level: 1 }).getByText(text).waitFor();
    await status(lender.page, 'Waiting for Payment');
    await status(borrower.page, 'Waiting for Payment');

    await say(borrower, 'The name is with you. I wait for the money.');
    await say(lender, 'It is on its way.');
    for (const { page } of [borrower, lender]) {
      const log = page.getByRole('log', { name: 'Messages' });
      await log.getByText('The name is with you. I wait for the money.').waitFor();
      await log.getByText('It is on its way.').waitFor();
      assert.equal(await log.getByText('It is on its way.').count(), 1);
    }

    await move(lender, 'Mark Paid', async (dialog) => {
      await type(lender, dialog.getByLabel(/^Method/), 'Bank transfer');
      await type(lender, dialog.getByLabel(/^Reference/), 'NL-1');
    });
    await status(borrower.page, 'Marked Paid');
    await move(borrower, 'Confirm Receipt', async () => {});
    await move(borrower, 'Claim Repaid', async (dialog) => {
      await dialog.getByLabel(/^Method/).fill('Bank transfer');
      await dialog.getByLabel(/^Reference/).fill('NL-1 back');
    });
    const returned = async (dialog: Locator) => {
      await lender.press(dialog.getByRole('radio', { name: /return the domain/ }));
      await type(lender, dialog.getByLabel(`Type ${name} to confirm`), name);
    };
    await move(lender, 'Finalize', returned, `Return ${name}`);
    await status(lender.page, 'Complete');
    await status(borrower.page, 'Complete');
    await assertFits(lender);
    await goTo(borrower, 'My Domains');
    await borrower.page.getByRole('button', { name: `Get Loan: ${name}` }).waitFor();
  },
);
