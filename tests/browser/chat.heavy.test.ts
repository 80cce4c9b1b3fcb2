/** The chat of a loan: live delivery, network failures, scroll position, and no duplicates. */

import assert from 'node:assert/strict';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { createAcceptedLoan, createPostedLoan } from '../flows/environment/loans.ts';
import { setUpJourneys } from './environment.ts';
import { bubbles, chat, openLoan, write } from './loan-page.ts';

const { journey } = setUpJourneys();

/** The browser's errors when the network is off. */
const offline = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/;

const fromEnd = (log: ReturnType<typeof chat>) =>
  log.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight);

journey(
  'messages cross between two windows while both watch the chat, the first message too',
  async ({ environment, openFor }) => {
    const loan = await createPostedLoan(environment);
    const [borrows, lends] = await Promise.all([openFor(loan.borrower), openFor(loan.lender)]);
    const [borrower, lender] = [borrows.page, lends.page];
    await Promise.all([openLoan(borrower, loan.id), openLoan(lender, loan.id)]);
    await chat(lender).getByText('Nothing here yet...').waitFor();
    await Promise.all([write(lender, 'Is it there?'), write(borrower, 'It is,\nthank you.')]);
    for (const page of [borrower, lender])
      for (const text of ['Is it there?', 'It is,\nthank you.']) {
        await bubbles(page, text).waitFor();
        assert.equal(await bubbles(page, text).count(), 1);
      }
    // A URL stays plain text, to prevent phishing.
    await write(borrower, 'Pay at https://bank.example/login please');
    await bubbles(lender, 'Pay at https://bank.example/login please').waitFor();
    assert.equal(await chat(lender).getByRole('link').count(), 0);
  },
);

journey(
  'messages written offline are sent once and in order after the network is back',
  async ({ environment, openFor }) => {
    const loan = await createPostedLoan(environment);
    const [borrows, lends] = await Promise.all([openFor(loan.borrower), openFor(loan.lender)]);
    const [borrower, lender] = [borrows.page, lends.page];
    await Promise.all([openLoan(borrower, loan.id), openLoan(lender, loan.id)]);
    await borrower.getByText('Live', { exact: true }).waitFor();

    borrows.allowErrors(offline);
    await borrows.context.setOffline(true);
    await write(borrower, 'one');
    await write(borrower, 'two');
    await chat(borrower).getByText('Not sent yet').first().waitFor();
    // The bubble appears before the service has the message.
    const response = lender.waitForResponse((one) =>
      Boolean(one.request().postData()?.includes('in between')),
    );
    await write(lender, 'in between');
    assert.equal((await response).status(), 200);
    await borrows.context.setOffline(false);

    await bubbles(lender, 'two').waitFor();
    await bubbles(borrower, 'in between').waitFor();
    await borrower.getByText('Live', { exact: true }).waitFor();
    const { messages } = await loan.borrower.get(`/escrow/${loan.id}/messages`).then((list) => ({
      messages: list.map((one: { message: string }) => one.message),
    }));
    assert.deepEqual(messages, ['in between', 'one', 'two']);
    for (const page of [borrower, lender])
      for (const text of messages) assert.equal(await bubbles(page, text).count(), 1);
    assert.equal(await chat(borrower).getByText('Not sent yet').count(), 0);
  },
);

journey(
  'an unsent message is sent once after a reload, and a lost response duplicates nothing',
  async ({ environment, openFor }) => {
    const loan = await createPostedLoan(environment);
    const window = await openFor(loan.borrower);
    const { page } = window;
    await openLoan(page, loan.id);
    window.allowErrors(/ERR_FAILED|ERR_CONNECTION/);

    // The server receives the first message, but its response is lost. The second is never sent.
    await page.route('**/graphql', async (route) => {
      const body = route.request().postData() ?? '';
      if (!body.includes('SendMessage')) return route.continue();
      if (body.includes('received')) await route.fetch();
      return route.abort();
    });
    // No live echo either: the client can only rely on its own ids.
    await write(page, 'received');
    await write(page, 'unsent');
    await page.getByRole('textbox', { name: 'Message' }).fill('half written');
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await bubbles(page, 'unsent').waitFor();
    await page.waitForFunction(
      () => !Object.keys(sessionStorage).some((key) => key.startsWith('outbox')),
    );
    const list = await loan.borrower.get(`/escrow/${loan.id}/messages`);
    assert.deepEqual(
      list.map((one: { message: string }) => one.message),
      ['received', 'unsent'],
    );
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'half written');
  },
);

journey(
  'a long chat opens at its end, keeps the scroll position, and loads back to its beginning',
  async ({ environment, openFor }) => {
    const loan = await createAcceptedLoan(environment);
    for (let at = 1; at <= 120; at++)
      await loan.lender.post(`/escrow/${loan.id}/message`, { message: `Line ${at}` });
    const { page } = await openFor(loan.borrower);
    await openLoan(page, loan.id);
    // The request to sign opens with the page, and would cover the chat.
    const request = page.getByRole('dialog');
    await request.waitFor();
    await page.keyboard.press('Escape');
    await request.waitFor({ state: 'detached' });
    const log = chat(page);
    await bubbles(page, 'Line 120').waitFor();
    assert.ok((await fromEnd(log)) < 2);
    assert.equal(await bubbles(page, 'Line 70').count(), 0);

    // Rotating a phone keeps the last message visible.
    const usual = page.viewportSize() ?? { width: 1440, height: 900 };
    const sizes = [{ width: 390, height: 844 }, { width: 844, height: 390 }, usual];
    for (const size of [...sizes.slice(0, 2), ...sizes]) {
      await page.setViewportSize(size);
      await waitFor('the end of the chat to be visible', async () => (await fromEnd(log)) < 2);
    }

    // After scrolling up, older messages load above; visible ones keep their position.
    const scrollTo = (top: number) =>
      log.evaluate((one, to) => {
        one.scrollTop = to;
      }, top);
    const placeOf = async (text: string) => (await bubbles(page, text).boundingBox())?.y ?? 0;
    await scrollTo(400);
    const before = await placeOf('Line 75');
    await scrollTo(120);
    await bubbles(page, 'Line 21').waitFor({ state: 'attached' });
    assert.ok(Math.abs((await placeOf('Line 75')) - before - 280) < 2, 'the position changed');

    // A new message does not scroll, but shows a hint.
    await loan.lender.post(`/escrow/${loan.id}/message`, { message: 'Line 121' });
    await page.getByRole('button', { name: 'New message' }).click();
    await bubbles(page, 'Line 121').waitFor();
    assert.ok((await fromEnd(log)) < 2);
    await loan.lender.post(`/escrow/${loan.id}/message`, { message: 'Line 122' });
    await bubbles(page, 'Line 122').waitFor();
    assert.ok((await fromEnd(log)) < 2, 'a reader at the end follows new messages');

    // By keyboard to the first message.
    const older = log.getByRole('button', { name: 'Older messages' });
    await older.press('Enter');
    await bubbles(page, 'Line 1').waitFor({ state: 'attached' });
    assert.equal(await older.count(), 0);
    const lines = await log.getByText(/^Line \d+$/).allTextContents();
    assert.deepEqual(
      lines,
      Array.from({ length: 122 }, (_, index) => `Line ${index + 1}`),
    );
  },
);

journey(
  'two tabs of one person show the same chat, and one’s own message of the other tab comes once',
  async ({ environment, openFor }) => {
    const loan = await createPostedLoan(environment);
    const window = await openFor(loan.borrower);
    const other = await window.newTab();
    await Promise.all([openLoan(window.page, loan.id), openLoan(other, loan.id)]);
    await write(window.page, 'from the first');
    await write(other, 'from the second');
    for (const page of [window.page, other])
      for (const text of ['from the first', 'from the second']) {
        await bubbles(page, text).waitFor();
        assert.equal(await bubbles(page, text).count(), 1);
      }
  },
);

journey(
  'a chat read on its loan’s page is also read in the notifications of the other tab',
  async ({ environment, openFor }) => {
    const loan = await createPostedLoan(environment);
    const writes = (message: string) => loan.lender.post(`/escrow/${loan.id}/message`, { message });
    const window = await openFor(loan.borrower);
    const other = await window.newTab();
    await other.goto('/app/settings');
    // A read that started before the message may respond after the live update.
    const read = Promise.withResolvers<void>();
    const late = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    await other.route('**/graphql', async (route) => {
      if (route.request().postDataJSON()?.operationName !== 'NotificationCenter')
        return route.fallback();
      const response = await route.fetch();
      read.resolve();
      await late.promise;
      await route.fulfill({ response });
      taken.resolve();
    });
    await other.getByRole('button', { name: /^Notifications/ }).click();
    const unread = other.getByRole('button', { name: /^Unread: .* wrote to you/ });
    await read.promise;
    await writes('Are you there?');
    await unread.waitFor();
    late.resolve();
    await taken.promise;
    await other.evaluate(
      () => new Promise((drawn) => setTimeout(() => requestAnimationFrame(drawn))),
    );
    await unread.waitFor();
    await openLoan(window.page, loan.id);
    await unread.waitFor({ state: 'hidden' });

    // The same for a message that arrives while the page is open.
    const newestNotification = async () =>
      (await loan.borrower.get('/notifications')).notifications[0];
    const { created_at: first } = await newestNotification();
    await writes('And now?');
    await waitFor('the notification to be read', async () => {
      const { body, created_at: at, read } = await newestNotification();
      return /wrote to you/.test(body) && at !== first && read;
    });
    await unread.waitFor({ state: 'hidden' });
  },
);
