/** Subscriptions: what users receive live, what is replayed, and when a subscription ends. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectSubscriber } from '@nameloan/driver/connect-subscriber';
import type { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { makeOffer } from '@nameloan/driver/steps';
import type { RestObject } from '../environment/loans.ts';
import {
  createAcceptedLoan,
  createListedDomain,
  createPostedLoan,
  defaultTerms,
  performAction,
} from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';

const onNotification = 'subscription { notificationAdded { id body message read } }';
const onLoan = 'subscription ($id: ID!) { escrowChanged(escrowId: $id) { status role } }';
const onMessage =
  'subscription ($id: ID!, $after: ID) { escrowMessageAdded(escrowId: $id, after: $after) { id message } }';
/** The guarantee is 2 s (docs/product-rules.md#accounts); the rest allows for a busy machine. */
const maxSessionEndMs = 2000 + 4000;

const socketOf = (person: Person) => connectSubscriber(person.baseUrl, person.token);
const readLoan = (event: RestObject) => event?.data?.escrowChanged;

export function live(environment: GetEnvironment): void {
  notifications(environment);
  replay(environment);
  sessionEnds(environment);
  rights(environment);
}

function notifications(environment: GetEnvironment): void {
  test('an offer is notified immediately: live, in the list, counted and by mail; and can be marked as read', async () => {
    const { borrower, lender, domain } = await createListedDomain(environment());
    const socket = socketOf(borrower);
    try {
      const before: RestObject[] = (await borrower.get('/notifications')).notifications;
      const watching = socket.watch(
        'subscription ($after: ID) { notificationAdded(after: $after) { id body message read } }',
        { after: before[0]?.id ?? 'none' },
      );
      await makeOffer(lender, domain.id, defaultTerms);
      const received = await waitFor('the notification', async () => {
        const notifications = watching.events.map((one: RestObject) => one.data?.notificationAdded);
        return notifications.find((one) => one?.body.includes(domain.domain));
      });
      assert.equal(received.read, false);
      const { notifications } = await borrower.get('/notifications');
      const listedOne = notifications.find((one: RestObject) => one.id === received.id);
      assert.equal(listedOne.body, received.body);
      assert.equal(listedOne.message, received.message);
      await expectRejection(lender, `POST /notifications/${received.id}`, {
        status: 404,
        body: { read: true },
      });
      await borrower.post(`/notifications/${received.id}`, { read: true });
      const after = (await borrower.get('/notifications')).notifications;
      assert.equal(after.find((one: RestObject) => one.id === received.id).read, true);
      const mail = await waitFor('the mail', async () => {
        const mails = await environment().sandbox.readMails(borrower.email);
        return mails.find((one) => one.text.includes(received.body));
      });
      assert.ok(mail.html.includes(domain.domain));
    } finally {
      await socket.dispose();
    }
  });
}

function replay(environment: GetEnvironment): void {
  test('messages sent without a subscriber are replayed in order, then live ones follow, each once', async () => {
    const loan = await createAcceptedLoan(environment());
    const first = await loan.lender.post(`/escrow/${loan.id}/message`, { message: 'one' });
    for (const message of ['two', 'three'])
      await loan.lender.post(`/escrow/${loan.id}/message`, { message });
    const socket = socketOf(loan.borrower);
    try {
      const watching = socket.watch(onMessage, { id: loan.id, after: first.id });
      await watching.until(2);
      await Promise.all(
        ['four', 'five', 'six'].map((message) =>
          loan.lender.post(`/escrow/${loan.id}/message`, { message }),
        ),
      );
      const seen = (await watching.until(5)).map(
        (one: RestObject) => one.data.escrowMessageAdded.message,
      );
      assert.deepEqual(seen.slice(0, 2), ['two', 'three']);
      assert.deepEqual(seen.slice(2).sort(), ['five', 'four', 'six']);
      const [earliest]: RestObject[] = await socket
        .watch(onMessage, { id: loan.id, after: '' })
        .until(6);
      assert.equal(earliest.data.escrowMessageAdded.message, 'one');
    } finally {
      await socket.dispose();
    }
  });
}

function sessionEnds(environment: GetEnvironment): void {
  test('a subscription ends within two seconds of its session, with the reason', async () => {
    const loan = await createAcceptedLoan(environment());
    const socket = socketOf(loan.borrower);
    const lenderSocket = socketOf(loan.lender);
    try {
      const watching = socket.watch(onLoan, { id: loan.id });
      const notifications = socket.watch(onNotification);
      const others = lenderSocket.watch(onLoan, { id: loan.id });
      await Promise.all([watching.until(1), others.until(1)]);
      const { refreshToken } = loan.borrower;
      await loan.borrower.call('POST', '/users/logout', { refreshToken });
      const sinceMs = Date.now();
      for (const { errors } of await Promise.all([watching.ended, notifications.ended]))
        assert.equal(errors[0]?.extensions?.code, 'UNAUTHENTICATED');
      const tookMs = Date.now() - sinceMs;
      if (environment().hasTimeLimits) assert.ok(tookMs < maxSessionEndMs, `${tookMs} ms`);
      assert.equal(await socket.closed, 4403);
      await performAction(loan.lender, loan, 'cancel');
      const last = await waitFor('the end of the loan', async () => {
        const changed = readLoan(others.events.at(-1));
        return changed?.status === 'CANCELLED' && changed;
      });
      assert.equal(last.role, 'LENDER');
    } finally {
      await Promise.all([socket.dispose(), lenderSocket.dispose()]);
    }
  });

  test('a subscription ends when its token expires, even if the session continues', async () => {
    const loan = await createAcceptedLoan(environment());
    const token = await environment().mint(loan.borrower, 8);
    const socket = connectSubscriber(environment().url, token);
    try {
      const watching = socket.watch(onLoan, { id: loan.id });
      await watching.until(1);
      const { errors } = await watching.ended;
      assert.equal(errors[0]?.extensions?.code, 'UNAUTHENTICATED');
      assert.equal(await socket.closed, 4403);
      const response = await loan.borrower.call('GET', '/users/self', undefined, { token });
      assert.equal(response.status, 401);
      await loan.borrower.get('/users/self');
    } finally {
      await socket.dispose();
    }
  });
}

function rights(environment: GetEnvironment): void {
  test('a subscription ends when an operator loses the flag, and delivers nothing after that', async () => {
    const loan = await createPostedLoan(environment());
    const operator = await environment().newOperator();
    await environment().setOperator(operator);
    await performAction(loan.lender, loan, 'escalate');
    await waitFor('the operator’s access', async () => {
      return (await operator.call('GET', `/escrow/${loan.id}`)).status === 200;
    });
    const socket = socketOf(operator);
    try {
      const watching = socket.watch(onLoan, { id: loan.id });
      const chat = socket.watch(onMessage, { id: loan.id });
      await watching.until(1);
      // Without a cursor a subscription delivers only messages sent after it has started.
      await waitFor('the chat subscription', async () => {
        await loan.lender.post(`/escrow/${loan.id}/message`, { message: 'before' });
        return chat.events.length > 0;
      });
      await environment().setOperator(operator, false);
      for (const { errors } of await Promise.all([watching.ended, chat.ended]))
        assert.equal(errors[0]?.extensions?.code, 'NOT_FOUND');
      const seen = chat.events.length;
      await loan.lender.post(`/escrow/${loan.id}/message`, { message: 'after' });
      assert.equal(chat.events.length, seen);
      assert.ok(!JSON.stringify(chat.events).includes('after'));
      await expectRejection(operator, `GET /escrow/${loan.id}`, { status: 404 });
    } finally {
      await socket.dispose();
    }
  });

  test('an outsider’s subscription to a loan is rejected, and one without a token too', async () => {
    const loan = await createAcceptedLoan(environment());
    const outsider = await environment().newPerson('Sam Outsider');
    for (const [token, code] of [
      [outsider.token, 'NOT_FOUND'],
      [undefined, 'UNAUTHENTICATED'],
    ] as const) {
      const socket = connectSubscriber(environment().url, token);
      for (const query of [onLoan, onMessage]) {
        const { errors } = await socket.watch(query, { id: loan.id }).ended;
        assert.equal(errors[0]?.extensions?.code, code);
      }
      await socket.dispose();
    }
  });
}
