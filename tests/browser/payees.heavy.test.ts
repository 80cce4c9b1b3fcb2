/** Payees in Settings: added, changed by a thief, and taken back with the mailed link. */

import assert from 'node:assert/strict';
import type { SandboxClient } from '@nameloan/driver/sandbox-client';
import { waitFor } from '@nameloan/driver/sandbox-client';
import type { Page } from 'playwright-core';
import { setUpJourneys } from './environment.ts';
import { expectBanner } from './loan-page.ts';

const { journey } = setUpJourneys();

const dialog = (page: Page) => page.getByRole('dialog');
const card = (page: Page) => page.getByRole('region', { name: 'Payees' });

/** The path and fragment of the stop link in the mail with this subject. */
const readLink = (sandbox: SandboxClient, email: string, subject: string): Promise<string> =>
  waitFor(`the mail “${subject}”`, async () => {
    const mail = (await sandbox.readMails(email)).find((one) => one.subject.includes(subject));
    return mail && /\/stop\/payee-change#token=[\w%-]+/.exec(mail.text)?.[0];
  });

journey(
  'a payee is added after a refused typing error, and its number is never shown again',
  async ({ environment, openFor }) => {
    const window = await openFor(await environment.newPerson('Paul Payee'));
    const { page } = window;
    await page.goto('/app/payees');
    await window.press(card(page).getByRole('button', { name: 'Add Payee' }));
    await dialog(page).getByLabel('Account holder').fill('Paul Payee');
    await dialog(page).getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 01');
    await window.press(dialog(page).getByRole('button', { name: 'Add Payee' }));
    await dialog(page)
      .getByText(/check digits don’t match/)
      .waitFor();
    await dialog(page).getByLabel('IBAN').fill('DE89 3704 0044 0532 0130 00');
    await window.press(dialog(page).getByRole('button', { name: 'Add Payee' }));
    await expectBanner(page, 'Payee added');
    await card(page).getByText('DE •••• 3000', { exact: true }).waitFor();
    await page.reload();
    await window.press(card(page).getByRole('button', { name: /^Change / }));
    assert.equal(await dialog(page).getByLabel('IBAN').inputValue(), '');
    await window.press(dialog(page).getByRole('button', { name: 'Cancel' }));
    await window.press(card(page).getByRole('button', { name: /^Delete / }));
    await window.press(dialog(page).getByRole('button', { name: 'Delete Payee' }));
    await expectBanner(page, 'Payee deleted');
    await card(page).getByText('DE •••• 3000', { exact: true }).waitFor({ state: 'detached' });
  },
);

journey(
  'a change of a payee takes a step-up, and the mailed link takes it back and ends every session',
  async ({ environment, openFor, open }) => {
    const person = await environment.newPerson('Petra Payee');
    await person.post('/users/payees', {
      ...{ kind: 'UK_BANK', holder: 'Petra Payee', label: 'Main' },
      fields: { sortCode: '60-16-13', account: '31926819' },
    });
    const thief = await openFor(person);
    thief.allowErrors(/status of 40[13]/);
    const { page } = thief;
    await page.goto('/app/settings');
    await thief.press(card(page).getByRole('button', { name: /^Change / }));
    await dialog(page).getByLabel('Sort code').fill('20-00-00');
    await dialog(page).getByLabel('Account number').fill('55779911');
    await environment.sandbox.advanceAccountClock('16m');
    await thief.press(dialog(page).getByRole('button', { name: 'Change Payee' }));
    const proof = page.getByRole('dialog', { name: 'Confirm that it’s you' });
    await proof.getByLabel('Password', { exact: true }).fill(person.password);
    await thief.press(proof.getByRole('button', { name: 'Confirm' }));
    await expectBanner(page, 'Payee changed');
    await card(page).getByText('Sort code ••-••-00 · •••• 9911', { exact: true }).waitFor();

    const owner = await open('Petra at her mailbox');
    const subject = 'A payee of your account was changed';
    await owner.page.goto(await readLink(environment.sandbox, person.email, subject));
    await owner.press(owner.page.getByRole('button', { name: 'Stop the Change' }));
    await owner.page.getByText(/The details were removed/).waitFor();
    await page.waitForURL('**/login**');
  },
);

journey(
  'a change starts with the payee’s chain and token, and its short form shows both',
  async ({ environment, openFor }) => {
    const person = await environment.newPerson('Ruth Payee');
    await person.post('/users/payees', {
      ...{ kind: 'EVM', holder: 'Ruth Payee', label: 'Wallet' },
      fields: {
        ...{ chainId: 8453, token: 'USDC' },
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      },
    });
    const window = await openFor(person);
    const { page } = window;
    await page.goto('/app/payees');
    await card(page).getByText('Base · USDC · 0x5aAe…1BeAed', { exact: true }).waitFor();
    await window.press(card(page).getByRole('button', { name: /^Change / }));
    assert.equal(await dialog(page).getByLabel('Chain').inputValue(), '8453');
    assert.equal(await dialog(page).getByLabel('Token (optional)').inputValue(), 'USDC');
    await dialog(page)
      .getByLabel('Address', { exact: true })
      .fill('0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359');
    await window.press(dialog(page).getByRole('button', { name: 'Change Payee' }));
    await expectBanner(page, 'Payee changed');
    await card(page).getByText('Base · USDC · 0xfB69…c5d359', { exact: true }).waitFor();
  },
);
