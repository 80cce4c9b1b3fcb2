/** Settings: MFA with a real authenticator, picture by keyboard and touch, sessions, mails, files. */

import assert from 'node:assert/strict';
import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { checkPage } from './budgets/check-page.ts';
import { agreementKinds, readAgreement, renderAgreement } from './budgets/write-agreements.ts';
import { comparePictures } from './compare-pictures.ts';
import { setUpJourneys } from './environment.ts';
import { focusedName, pressOn, tabTo, typeInto } from './keyboard.ts';
import { circle, dragByFinger, dragByMouse, picture, readProfilePicture } from './picture.ts';
import type { Window } from './window.ts';
import { phone } from './window.ts';

const { journey, byKeyboard } = setUpJourneys();

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true });
const banner = (page: Page, text: string) => page.getByRole('status').getByText(text).first();

const stepSeconds = 30;
/** A code is valid once; the next one is accepted slightly early. */
const codeOf = (secret: string, stepsAhead: number) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + stepsAhead * stepSeconds });

byKeyboard(
  'MFA is set up with an authenticator, and the next login takes its code',
  async ({ environment, openFor, open }) => {
    const person = await environment.newPerson('Mia Factor');
    const { page } = await openFor(person);
    await pressOn(page, page.getByRole('link', { name: 'Settings' }));
    await pressOn(page, button(page, 'Set up MFA'));
    const setUp = page.getByRole('dialog', { name: 'Set up MFA' });
    await setUp.getByRole('img', { name: /QR code/ }).waitFor();
    const key = (await setUp.locator('code').textContent()) ?? '';

    await typeInto(page, setUp.getByLabel('MFA code'), '000000');
    await page.keyboard.press('Enter');
    await setUp.getByText('Invalid MFA code').waitFor();
    await typeInto(page, setUp.getByLabel('MFA code'), codeOf(key, 0));
    await page.keyboard.press('Enter');

    const keep = page.getByRole('dialog', { name: 'Save your recovery codes' });
    await keep.waitFor();
    const codes = await keep.getByRole('listitem').allTextContents();
    assert.equal(new Set(codes).size, 10);
    for (let times = 0; times < 2; times++) await page.keyboard.press('Escape');
    // Chromium closes a dialog at the second Escape whatever the page does, and the page opens it again.
    await keep.waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      pressOn(page, keep.getByRole('button', { name: 'Download' })),
    ]);
    assert.equal(file.suggestedFilename(), 'nameloan-recovery-codes.txt');
    await pressOn(page, keep.getByLabel('I’ve saved them'), 'Space');
    await pressOn(page, keep.getByRole('button', { name: 'Done' }));
    await banner(page, 'MFA turned on').waitFor();
    await button(page, 'Turn off MFA').waitFor();

    const again = await open('Mia elsewhere');
    again.allowErrors(/status of 401/);
    await again.page.goto('/login');
    await typeInto(again.page, again.page.getByLabel('Email'), person.email);
    await typeInto(again.page, again.page.getByLabel('Password', { exact: true }), person.password);
    await again.page.keyboard.press('Enter');
    await again.page.getByText('MFA code required').waitFor();
    await typeInto(again.page, again.page.getByLabel('MFA code'), codeOf(key, 1));
    await again.page.keyboard.press('Enter');
    await again.page.waitForURL('**/app');

    // The first window lists the second as a session and ends it.
    await page.reload();
    await button(page, 'Turn off MFA').waitFor();
    await page.getByText('This device').waitFor();
    await pressOn(page, button(page, 'End the session of Chrome on Linux'));
    await page.getByText('Session ended').waitFor();
    await pressOn(page, button(page, 'Undo ending the session of Chrome on Linux'));
    await pressOn(page, button(page, 'End the session of Chrome on Linux'));
    await again.page.waitForURL('**/login**');
  },
);

byKeyboard(
  'a picture is cropped with the arrow keys, zoomed, saved and removed',
  async ({ environment, openFor }) => {
    const { page } = await openFor(await environment.newPerson('Kit Framer'));
    await page.goto('/app/settings');
    await pressOn(page, button(page, 'Upload a picture'));
    const dialog = page.getByRole('dialog', { name: 'Your picture' });
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      pressOn(page, dialog.getByRole('button', { name: /Choose a picture/ })),
    ]);
    await chooser.setFiles(picture);
    await circle(page).waitFor();
    await page.waitForFunction(
      () => !document.querySelector('dialog')?.textContent?.includes('cannot be read'),
    );
    await pressOn(page, circle(page), '+');
    for (let times = 0; times < 5; times++) await page.keyboard.press('+');
    // Moving the picture right shows an area further left.
    for (let times = 0; times < 12; times++) await page.keyboard.press('ArrowRight');
    await pressOn(page, dialog.getByRole('button', { name: 'Use picture' }));
    await dialog.waitFor({ state: 'detached' });
    const before = await readProfilePicture(page);
    assert.deepEqual([before.width, before.height], [400, 400]);
    assert.ok(before.red < 115, `moved: ${before.red} of 127 in the middle`);

    await pressOn(page, button(page, 'Save Changes'));
    await banner(page, 'Profile saved').waitFor();
    await page.reload();
    const after = await readProfilePicture(page);
    assert.deepEqual([after.width, after.height], [400, 400]);
    assert.ok(Math.abs(after.red - before.red) < 12, 'the server keeps what was cropped');
    assert.equal(await page.locator('header img').count(), 1);

    await pressOn(page, button(page, 'Use initials'));
    await pressOn(page, button(page, 'Save Changes'));
    await banner(page, 'Profile saved').waitFor();
    await button(page, 'Upload a picture').waitFor();
    assert.equal(await page.locator('header img').count(), 0);
  },
);

/** Chooses the picture, moves it, and resolves to the saved profile picture. */
async function crop(window: Window, move: (page: Page) => Promise<void>) {
  const { page } = window;
  const dialog = page.getByRole('dialog', { name: 'Your picture' });
  await window.press(button(page, /^(Upload a|Change) picture$/));
  await dialog.locator('input[type=file]').setInputFiles(picture);
  await circle(page).waitFor();
  await move(page);
  await window.press(button(page, 'Use picture'));
  await dialog.waitFor({ state: 'detached' });
  return readProfilePicture(page);
}

journey(
  'a picture is moved by touch and by mouse; a file that is not a picture is rejected with a message',
  async ({ environment, openFor }) => {
    const person = await environment.newPerson('Tom Toucher');
    const inHand = await openFor(person, phone);
    // The test's recorder requests failed pictures itself.
    inHand.allowErrors(/Connecting to 'blob:/);
    await inHand.page.goto('/app/settings');
    await inHand.press(button(inHand.page, 'Upload a picture'));
    const input = inHand.page.locator('dialog input[type=file]');
    const broken = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') };
    await input.setInputFiles(broken);
    await inHand.page.getByText('This file can’t be read as a picture.').waitFor();
    await input.setInputFiles({ ...broken, name: 'me.txt', mimeType: 'text/plain' });
    await inHand.page.getByText(/This file type isn’t supported/).waitFor();
    await inHand.page.keyboard.press('Escape');

    const atDesk = await openFor(person);
    await atDesk.page.goto('/app/settings');
    for (const [window, drag] of [
      [inHand, dragByFinger],
      [atDesk, dragByMouse],
    ] as const) {
      const still = await crop(window, async () => {});
      const moved = await crop(window, (page) => drag(page, -60));
      assert.ok(moved.red > still.red + 15, `${still.red} became ${moved.red}`);
    }
  },
);

journey(
  'the agreement can be read and saved, and the address keeps its input',
  async ({ environment, openFor }) => {
    const { page } = await openFor(await environment.newPerson('Leo Lender'));
    await page.goto('/app/settings');
    await page.getByLabel('Agreement').selectOption('1');
    for (const [kind, name] of ['Bank Transfer', 'Cryptocurrency'].entries()) {
      const link = page.getByRole('link', { name: `Standard Agreement (${name}) Open PDF` });
      const response = await page.request.get((await link.getAttribute('href')) ?? '');
      assert.equal(response.headers()['content-type'], 'application/pdf');
      const image = link.locator('img');
      await image.evaluate((one) => (one as HTMLImageElement).decode());
      assert.equal(await image.getAttribute('src'), `/agreement-${kind}.webp`);
    }
    await button(page, 'Set Lending Contract').click();
    await banner(page, 'Profile saved').waitFor();
    // The next banner has the same text.
    await banner(page, 'Profile saved').waitFor({ state: 'hidden' });
    await page.getByLabel('Address', { exact: true }).fill('x'.repeat(201));
    await page.getByLabel('City').fill('Lisbon');
    await button(page, 'Update Legal Address').click();
    await page.getByText('Use at most 200 characters.').waitFor();
    assert.equal(await page.getByLabel('City').inputValue(), 'Lisbon');
    await page.getByLabel('Address', { exact: true }).fill('1 Harbour Row');
    await page.getByLabel('Country').selectOption('Canada');
    await page.getByLabel('Province or territory').selectOption('Quebec');
    await button(page, 'Update Legal Address').click();
    await banner(page, 'Profile saved').waitFor();
    await page.reload();
    assert.equal(await page.getByLabel('Agreement').inputValue(), '1');
    assert.equal(await page.getByLabel('Country').inputValue(), 'CA');
    assert.equal(await page.getByLabel('Province or territory').inputValue(), 'CA-QC');

    for (const kind of ['CSV', 'PDF']) {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page
          .getByRole('button', { name: new RegExp(`^Download the statement of .* as ${kind}`) })
          .click(),
      ]);
      assert.match(file.suggestedFilename(), /^nameloan-statement-\d{4}\.(csv|pdf)$/);
    }
    await page.getByLabel('Messages').uncheck();
    await banner(page, 'Messages: email off').waitFor();
    await page.reload();
    await page.getByLabel('Offers').waitFor();
    assert.equal(await page.getByLabel('Messages').isChecked(), false);
  },
);

journey(
  'the pictures of the agreements are the first pages of their PDFs',
  async ({ open, url }) => {
    const { page } = await open('visitor');
    const browser = page.context().browser();
    assert.ok(browser);
    for (const kind of agreementKinds) {
      const drawn = await renderAgreement(browser, { url, kind });
      const differ = await comparePictures(page, [readAgreement(kind), drawn]);
      assert.ok(differ < 0.01, `npm run pictures: ${differ} of agreement ${kind} differ`);
    }
  },
);

byKeyboard(
  'a banner is dismissed, waits while it has the focus, and the sidebar collapses',
  async ({ environment, openFor }) => {
    const { page } = await openFor(await environment.newPerson('Bo Banner'));
    await page.clock.install();
    await page.goto('/app/settings');
    await button(page, 'Save Changes').waitFor();
    await page.keyboard.press('Tab');
    assert.equal(await focusedName(page), 'Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate(() => document.activeElement?.closest('main') !== null));
    await pressOn(page, button(page, 'Save Changes'));
    const saved = banner(page, 'Profile saved');
    await saved.waitFor();
    // Tabbing to it may take long on a busy machine.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 500);
    await tabTo(page, button(page, 'Dismiss'), 'Shift+Tab');
    // Longer than a banner is shown without focus.
    await page.clock.fastForward(10_000);
    assert.ok(await saved.isVisible(), 'it waits while it is focused');
    await page.clock.resume();
    await page.keyboard.press('Enter');
    await saved.waitFor({ state: 'detached' });
    assert.notEqual(await page.evaluate(() => document.activeElement?.tagName), 'BODY');

    await pressOn(page, button(page, 'Collapse sidebar'));
    assert.equal(await focusedName(page), 'Expand sidebar');
    await page.reload();
    await button(page, 'Expand sidebar').waitFor();
  },
);

journey(
  'on a phone the navigation of Settings is a row that scrolls, and its links lead to the cards',
  async ({ environment, openFor }) => {
    const { page } = await openFor(await environment.newPerson('Nora Narrow'), phone);
    await page.goto('/app/settings');
    const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
    await page.getByRole('heading', { name: 'Appearance' }).waitFor();
    const boxes = await links.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()));
    assert.equal(new Set(boxes.map(({ y }) => y)).size, 1, 'one row');
    for (const { height } of boxes) assert.ok(height >= 40, `${height} px`);
    assert.deepEqual(await checkPage(page), []);
    const last = links.last();
    assert.ok((boxes.at(-1)?.right ?? 0) > 390, 'the last link is beyond the edge');
    await last.focus();
    await page.waitForFunction(
      () => (document.activeElement?.getBoundingClientRect().right ?? innerWidth) < innerWidth,
    );
    await page.keyboard.press('Enter');
    await page.waitForURL('**/app/settings#appearance');
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Appearance');
  },
);
