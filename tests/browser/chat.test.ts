/** The chat of a loan: it crosses live, survives the network, keeps its place, and shows each message once. */

import assert from 'node:assert/strict';
import { waitFor } from '../../scripts/demo/sandbox-client.ts';
import { accepted, posted } from '../flows/world/loans.ts';
import { bubbles, chat, openLoan, write } from './loan-page.ts';
import { openWorld } from './world.ts';

const { journey } = openWorld();

/** What a browser says of a network that is switched off. */
const offline = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/;

const fromEnd = (log: ReturnType<typeof chat>) =>
  log.evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight);

journey(
  'messages cross between two windows while both look on, the first of a chat too',
  async ({ world, openFor }) => {
    const loan = await posted(world);
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
    // A link stays text: nobody is led astray by one.
    await write(borrower, 'Pay at https://bank.example/login please');
    await bubbles(lender, 'Pay at https://bank.example/login please').waitFor();
    assert.equal(await chat(lender).getByRole('link').count(), 0);
  },
);

journey(
  'what is written without a network is sent once when it is back, in its order',
  async ({ world, openFor }) => {
    const loan = await posted(world);
    const [borrows, lends] = await Promise.all([openFor(loan.borrower), openFor(loan.lender)]);
    const [borrower, lender] = [borrows.page, lends.page];
    await Promise.all([openLoan(borrower, loan.id), openLoan(lender, loan.id)]);
    await borrower.getByText('Live', { exact: true }).waitFor();

    borrows.allow(offline);
    await borrows.context.setOffline(true);
    await write(borrower, 'one');
    await write(borrower, 'two');
    await chat(borrower).getByText('Not sent yet').first().waitFor();
    // Its bubble stands before the service has it.
    const told = lender.waitForResponse((one) =>
      Boolean(one.request().postData()?.includes('meanwhile')),
    );
    await write(lender, 'meanwhile');
    assert.equal((await told).status(), 200);
    await borrows.context.setOffline(false);

    await bubbles(lender, 'two').waitFor();
    await bubbles(borrower, 'meanwhile').waitFor();
    await borrower.getByText('Live', { exact: true }).waitFor();
    const { messages } = await loan.borrower.get(`/escrow/${loan.id}/messages`).then((list) => ({
      messages: list.map((one: { message: string }) => one.message),
    }));
    assert.deepEqual(messages, ['meanwhile', 'one', 'two']);
    for (const page of [borrower, lender])
      for (const text of messages) assert.equal(await bubbles(page, text).count(), 1);
    assert.equal(await chat(borrower).getByText('Not sent yet').count(), 0);
  },
);

journey(
  'what was not sent is sent once after a reload, and an answer that is lost writes nothing twice',
  async ({ world, openFor }) => {
    const loan = await posted(world);
    const window = await openFor(loan.borrower);
    const { page } = window;
    await openLoan(page, loan.id);
    window.allow(/ERR_FAILED|ERR_CONNECTION/);

    // The server hears the first one; its answer never comes. The second never leaves.
    await page.route('**/graphql', async (route) => {
      const asked = route.request().postData() ?? '';
      if (!asked.includes('SendMessage')) return route.continue();
      if (asked.includes('heard')) await route.fetch();
      return route.abort();
    });
    // No echo either: who is told nothing live can only trust its own ids.
    await write(page, 'heard');
    await write(page, 'unheard');
    await page.getByRole('textbox', { name: 'Message' }).fill('half written');
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await bubbles(page, 'unheard').waitFor();
    await page.waitForFunction(
      () => !Object.keys(sessionStorage).some((key) => key.startsWith('outbox')),
    );
    const list = await loan.borrower.get(`/escrow/${loan.id}/messages`);
    assert.deepEqual(
      list.map((one: { message: string }) => one.message),
      ['heard', 'unheard'],
    );
    assert.equal(await page.getByRole('textbox', { name: 'Message' }).inputValue(), 'half written');
  },
);

journey(
  'a long chat opens at its end, keeps one’s place above it, and goes back to its beginning',
  async ({ world, openFor }) => {
    const loan = await accepted(world);
    for (let at = 1; at <= 120; at++)
      await loan.lender.post(`/escrow/${loan.id}/message`, { message: `Line ${at}` });
    const { page } = await openFor(loan.borrower);
    await openLoan(page, loan.id);
    await page.keyboard.press('Escape');
    const log = chat(page);
    await bubbles(page, 'Line 120').waitFor();
    assert.ok((await fromEnd(log)) < 2);
    assert.equal(await bubbles(page, 'Line 70').count(), 0);

    // A phone that is turned and turned back: the last line stays in sight.
    const usual = page.viewportSize() ?? { width: 1440, height: 900 };
    const sizes = [{ width: 390, height: 844 }, { width: 844, height: 390 }, usual];
    for (const size of [...sizes.slice(0, 2), ...sizes]) {
      await page.setViewportSize(size);
      await waitFor('the end of the chat in sight', async () => (await fromEnd(log)) < 2);
    }

    // Scrolled up, older ones come in above; what one reads stays where it is.
    const scrollTo = (top: number) =>
      log.evaluate((one, to) => {
        one.scrollTop = to;
      }, top);
    const placeOf = async (text: string) => (await bubbles(page, text).boundingBox())?.y ?? 0;
    await scrollTo(400);
    const before = await placeOf('Line 75');
    await scrollTo(120);
    await bubbles(page, 'Line 21').waitFor({ state: 'attached' });
    assert.ok(Math.abs((await placeOf('Line 75')) - before - 280) < 2, 'it did not jump');

    // Somebody writes: no jump, but a word that there is something new.
    await loan.lender.post(`/escrow/${loan.id}/message`, { message: 'Line 121' });
    await page.getByRole('button', { name: 'New message' }).click();
    await bubbles(page, 'Line 121').waitFor();
    assert.ok((await fromEnd(log)) < 2);
    await loan.lender.post(`/escrow/${loan.id}/message`, { message: 'Line 122' });
    await bubbles(page, 'Line 122').waitFor();
    assert.ok((await fromEnd(log)) < 2, 'who reads at the end follows');

    // By keyboard alone to the first line.
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
  async ({ world, openFor }) => {
    const loan = await posted(world);
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
  'a chat that is read on its loan’s page is read at the bell, in the other tab too',
  async ({ world, openFor }) => {
    const loan = await posted(world);
    const writes = (message: string) => loan.lender.post(`/escrow/${loan.id}/message`, { message });
    const window = await openFor(loan.borrower);
    const other = await window.newTab();
    await other.goto('/app/settings');
    // What was read before it was written is answered after it was told live.
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

    // And what is said while it stays open.
    const told = async () => (await loan.borrower.get('/notifications')).notifications[0];
    const { created_at: first } = await told();
    await writes('And now?');
    await waitFor('it is told and read', async () => {
      const { body, created_at: at, read } = await told();
      return /wrote to you/.test(body) && at !== first && read;
    });
    await unread.waitFor({ state: 'hidden' });
  },
);
