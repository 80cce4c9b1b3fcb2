/** Sign-in and registration: by keyboard, with an authenticator, with a forgotten password, and the redirect. */

import assert from 'node:assert/strict';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { generateSync } from 'otplib';
import { setUpJourneys } from './environment.ts';
import { pressOn, tabTo, typeInto } from './keyboard.ts';

const { journey, byKeyboard } = setUpJourneys();

/** The browser logs the 401 of a wrong login as an error. */
const rejectedLogin = /401/;

byKeyboard(
  'the first Tab stop skips the navigation bar, and an account is registered',
  async ({ open }) => {
    const { page } = await open('newcomer');
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    assert.ok(await skip.evaluate((link) => link === document.activeElement));
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const first = await page.evaluate(() => document.activeElement?.textContent);
    assert.equal(first, 'Get a Loan', 'the bar was skipped');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Open an account' }).waitFor();

    await pressOn(page, page.getByRole('button', { name: 'Get Started' }));
    for (const message of ['Invalid name', 'Invalid email', 'Invalid password'])
      await page.getByText(message).waitFor();
    const name = page.getByLabel('Full name');
    assert.ok(await name.evaluate((input) => input === document.activeElement));
    await page.keyboard.type('Kay Keyboard');
    await typeInto(page, page.getByLabel('Email'), 'kay@accounts.example');
    await typeInto(page, page.getByLabel('Password', { exact: true }), 'a long enough secret');
    await typeInto(page, page.getByLabel('Confirm password'), 'another secret');
    await page.keyboard.press('Enter');
    await page.getByText("Passwords don't match").waitFor();
    await typeInto(page, page.getByLabel('Confirm password'), 'a long enough secret');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app');
    await page.getByRole('heading', { level: 1, name: 'Welcome, Kay' }).waitFor();
  },
);

journey(
  'tabs are walked by arrow keys, and switching clears what was typed and what was wrong',
  async ({ open }) => {
    const { page } = await open('visitor');
    await page.goto('/login?next=%2Fapp%2Fsettings');
    await page.getByLabel('Email').fill('name-only');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Invalid email').waitFor();
    await tabTo(page, page.getByRole('tab', { name: 'Login' }), 'Shift+Tab');
    await page.keyboard.press('ArrowRight');
    await page.waitForURL('**/register?next=%2Fapp%2Fsettings');
    const tab = page.getByRole('tab', { name: 'Register' });
    await page.getByLabel('Full name').waitFor();
    assert.ok(await tab.evaluate((one) => one === document.activeElement), 'the focus stays');
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL('**/login?next=%2Fapp%2Fsettings');
    assert.equal(await page.getByLabel('Email').inputValue(), '');
    assert.equal(await page.getByText('Invalid email').count(), 0);
  },
);

byKeyboard(
  'one comes in with the code of an authenticator, and to where one was going',
  async ({ environment, open }) => {
    const person = await environment.newPerson('Mona Factor');
    const { key } = await person.post('/users/mfa/enroll');
    const { recovery_codes: recoveryCodes } = await person.post('/users/mfa/confirm', {
      mfa: generateSync({ secret: key }),
    });
    const window = await open('Mona');
    window.allowErrors(rejectedLogin);
    const { page } = window;
    await page.goto('/app/settings');
    await page.waitForURL('**/login?next=*');
    await typeInto(page, page.getByLabel('Email'), person.email);
    await typeInto(page, page.getByLabel('Password', { exact: true }), 'wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText(/./).first().waitFor();
    await typeInto(page, page.getByLabel('Password', { exact: true }), person.password);
    await page.keyboard.press('Enter');
    await page.getByText('MFA code required').waitFor();
    const code = page.getByLabel('MFA code');
    assert.ok(await code.evaluate((input) => input === document.activeElement));
    await page.keyboard.type('1234567');
    assert.equal(await code.inputValue(), '123456', 'at most six characters');
    await pressOn(page, page.getByRole('button', { name: 'Use a recovery code' }));
    await page.getByLabel('Recovery code').and(page.locator(':focus')).waitFor();
    await page.keyboard.type(recoveryCodes[0]);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/settings');
    await page.getByRole('heading', { level: 1 }).waitFor();
  },
);

journey(
  'a forgotten password is reset once by the link in the mail, and the new one works',
  async ({ environment, open }) => {
    const person = await environment.newPerson('Fay Forgetful');
    const window = await open('Fay');
    // The sandbox has no icon, and its mails may not run scripts, not even those of the test.
    window.allowErrors(rejectedLogin, /favicon/, /document's frame is sandboxed/);
    const { page } = window;
    await page.goto('/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Forgot My Password' }).click();
    await page.getByRole('status').getByText('Check your email').waitFor();

    // Opens the link in the sandbox's mailbox.
    await waitFor('the mail', async () => {
      const [newest] = await environment.sandbox.readMails(person.email);
      return newest?.subject === 'Set a new password';
    });
    await page.goto(`${environment.sandbox.url}/?view=mail`);
    await page.getByText(person.email).first().click();
    const mail = page.frameLocator('iframe[title="The mail as HTML"]');
    const link = await mail.locator('a[href*="/reset-password#token="]').getAttribute('href');
    assert.ok(link);
    await page.goto(link);
    await page.getByLabel('New password').fill('short');
    await page.getByLabel('Confirm password').fill('short');
    await page.getByRole('button', { name: 'Set Password' }).click();
    await page.waitForFunction(() => {
      const input = document.querySelector('input[name=newPassword]');
      return input?.getAttribute('aria-invalid') === 'true';
    });
    await page.getByLabel('New password').fill('quite another secret');
    await page.getByLabel('Confirm password').fill('quite another secret');
    await page.getByRole('button', { name: 'Set Password' }).click();
    await page.waitForURL('**/login');

    await page.goto(link);
    await page.getByLabel('New password').fill('a third secret here');
    await page.getByLabel('Confirm password').fill('a third secret here');
    await page.getByRole('button', { name: 'Set Password' }).click();
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await page.waitForURL('**/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill('quite another secret');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.waitForURL('**/app');
  },
);

journey('a return address outside this site is ignored', async ({ environment, open }) => {
  const person = await environment.newPerson('Cara Careful');
  const { page } = await open('Cara');
  await page.goto('/login?next=https%3A%2F%2Fevil.example%2Fapp');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/app');
  await page.goto('/login');
  await page.waitForURL('**/app');
});
