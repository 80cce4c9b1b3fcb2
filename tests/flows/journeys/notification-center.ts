/** Alerts, notifications and their mails: settled alerts, reading in another tab, mail preferences. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectSubscriber } from '@nameloan/driver/connect-subscriber';
import { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { addProvenDomain, makeOffer, sign } from '@nameloan/driver/steps';
import type { RestObject } from '../environment/loans.ts';
import {
  createAcceptedLoan,
  createListedDomain,
  defaultTerms,
  performAction,
} from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';

export function notificationCenter(environment: GetEnvironment): void {
  settledAlerts(environment);
  contests(environment);
  readEverywhere(environment);
  tabs(environment);
  preferences(environment);
}

/** Waits for a notification with this text and returns the newest that fits. */
function waitForNotification(
  person: Person,
  text: RegExp,
  fits = (_: RestObject) => true,
): Promise<RestObject> {
  return waitFor(`${text} to ${person.name}`, async () => {
    const { notifications } = await person.get('/notifications');
    return notifications.find((one: RestObject) => text.test(one.body) && fits(one));
  });
}

function settledAlerts(environment: GetEnvironment): void {
  test('a settled alert becomes a notification, read or not', async () => {
    const { borrower, lender, domain } = await createListedDomain(environment());
    const offer = await makeOffer(lender, domain.id, defaultTerms);
    const asked = await waitForNotification(borrower, /^A lender offers/, (one) => one.message);
    assert.deepEqual([asked.kind, asked.subject], ['OFFER', { type: 'OFFER', id: offer.id }]);
    await lender.post(`/offers/${offer.id}`, { status: 'RESCINDED' });
    const settled = await waitForNotification(borrower, /^A lender offers/, (one) => !one.message);
    assert.deepEqual({ ...settled, message: true }, asked);
  });

  test('during signing each party receives alerts only for actions that it can take', async () => {
    const loan = await createAcceptedLoan(environment());
    const { borrower, lender } = loan;
    await waitForNotification(borrower, /^The contract .* is ready/, (one) => one.message);
    await sign(borrower, loan.id);
    await waitForNotification(borrower, /^The contract .* is ready/, (one) => !one.message);
    await waitForNotification(lender, /^The borrower signed/, (one) => one.message);
    await performAction(lender, loan, 'cancel');
    await waitForNotification(lender, /^The borrower signed/, (one) => !one.message);
    const { notifications } = await lender.get('/notifications');
    const alerts = notifications.filter((one: RestObject) => one.message);
    assert.deepEqual(alerts, [], 'no alert may be left');
  });
}

function contests(environment: GetEnvironment): void {
  test('a domain’s owner is alerted while another account shows a proof of it, and notified when that ends', async () => {
    const [holder, rival] = [
      await environment().newPerson('Hedda Holder'),
      await environment().newPerson('Rolf Rival'),
    ];
    const domain = await addProvenDomain(
      holder,
      environment().sandbox,
      environment().newDomainName(),
    );
    const other = await rival.post('/domains/add', { domain: domain.domain });
    const records = [domain.verification_record, other.verification_record];
    await environment().sandbox.setTxt(`_nameloan-challenge.${domain.domain}`, records);
    await rival.post(`/domains/${other.id}/verify`);
    for (const person of [holder, rival])
      await waitForNotification(
        person,
        /^Another account also shows a proof/,
        (one) => one.message,
      );
    await rival.call('DELETE', `/domains/${other.id}`);
    await waitForNotification(
      holder,
      /no longer proves .* It stays with you\.$/,
      (one) => !one.message,
    );
    await waitForNotification(holder, /^Another account also shows a proof/, (one) => !one.message);
    assert.equal((await holder.get(`/domains/${domain.id}`)).status, 'EXTERNAL_VERIFIED');
  });
}

function readEverywhere(environment: GetEnvironment): void {
  test('marking all as read applies to every session, but not to notifications that arrived later', async () => {
    const { borrower, lender, domain } = await createListedDomain(environment());
    await waitForNotification(borrower, /^We found the DNS proof/);
    const { email, password, name } = borrower;
    const phone = await new Person(borrower.baseUrl, { name, email, password }).login();
    const seen = (await borrower.get('/notifications')).notifications;
    const offer = await makeOffer(lender, domain.id, defaultTerms);
    await waitForNotification(borrower, /^A lender offers/);
    const body = { read: true, up_to: seen[0].created_at };
    const marked = await borrower.post('/notifications', body);
    assert.deepEqual(marked.unread_counts, { alerts: 1, notifications: 0 });
    const onPhone = (await phone.get('/notifications')).notifications;
    const unread = onPhone.filter((one: RestObject) => !one.read);
    assert.deepEqual(
      unread.map((one: RestObject) => one.subject),
      [{ type: 'OFFER', id: offer.id }],
    );
    const all = await phone.post('/notifications', { read: true });
    assert.deepEqual(all.unread_counts, { alerts: 0, notifications: 0 });
    const { notifications } = await borrower.get('/notifications');
    assert.ok(notifications.every((one: RestObject) => one.read));
    await expectRejection(borrower, 'POST /notifications', { status: 400, body: { read: false } });
    await expectRejection(borrower, 'POST /notifications', { status: 400, body: {} });
  });
}

const onNotifications = `subscription { notificationsChanged {
  unreadCounts { alerts notifications } notifications { id read message kind subject { type id } }
} }`;

/** The notification centers of a tab. */
const shown = ({ events }: { events: readonly RestObject[] }) =>
  events.at(-1)?.data?.notificationsChanged;

function tabs(environment: GetEnvironment): void {
  test('every tab shows live what was notified, settled and read elsewhere', async () => {
    const { borrower, lender, domain } = await createListedDomain(environment());
    await waitForNotification(borrower, /^We found the DNS proof/);
    const sockets = [1, 2].map(() => connectSubscriber(borrower.baseUrl, borrower.token));
    try {
      const both = sockets.map((socket) => socket.watch(onNotifications));
      await Promise.all(both.map((tab) => tab.until(1)));
      const see = (what: string, fits: (center: RestObject) => boolean) =>
        Promise.all(both.map((tab) => waitFor(what, async () => fits(shown(tab)))));
      const counts = (alerts: number, notifications: number) => (center: RestObject) =>
        center?.unreadCounts.alerts === alerts &&
        center.unreadCounts.notifications === notifications;
      await see('the proof', counts(0, 1));
      const offer = await makeOffer(lender, domain.id, defaultTerms);
      await see('the offer', counts(1, 1));
      await lender.post(`/offers/${offer.id}`, { status: 'RESCINDED' });
      await see('the end of the offer', counts(0, 3));
      const [first] = shown(both[0] as never).notifications;
      await borrower.post(`/notifications/${first.id}`, { read: true });
      await see('one read', counts(0, 2));
      const isRead = ({ id, read }: RestObject) => id === first.id && read;
      await see('which one', (center) => center.notifications.some(isRead));
      await borrower.post('/notifications', { read: true });
      await see('all read', counts(0, 0));
      await see('each', (center) => center.notifications.every((one: RestObject) => one.read));
    } finally {
      await Promise.all(sockets.map((socket) => socket.dispose()));
    }
  });
}

function preferences(environment: GetEnvironment): void {
  test('mails of a group can be disabled, except contracts; the list has both', async () => {
    const { borrower, lender, domain } = await createListedDomain(environment());
    const before = await borrower.get('/users/preferences');
    assert.ok(Object.values(before.mail).every((on) => on === true));
    const after = await borrower.post('/users/preferences', { mail: { offer: false } });
    assert.deepEqual(after.mail, { ...before.mail, offer: false });
    const forced = await expectRejection(borrower, 'POST /users/preferences', {
      status: 400,
      body: { mail: { signature: false } },
    });
    assert.deepEqual(forced.fields, { 'mail.signature': forced.message });
    const unknown = await expectRejection(borrower, 'POST /users/preferences', {
      status: 400,
      body: { mail: { everything: false } },
    });
    assert.deepEqual(Object.keys(unknown.fields), ['mail.everything']);
    const offer = await makeOffer(lender, domain.id, defaultTerms);
    await waitForNotification(borrower, /^A lender offers/);
    await borrower.post('/escrow/accept', { offerId: offer.id });
    await waitFor('the mail about the contract', async () => {
      const mails = await environment().sandbox.readMails(borrower.email);
      return mails.some((one) => one.subject.startsWith('Sign the contract'));
    });
    const mails = await environment().sandbox.readMails(borrower.email);
    assert.ok(!mails.some((one) => one.subject.startsWith('New offer')));
    await borrower.post('/users/preferences', { mail: { offer: true } });
    assert.deepEqual(await borrower.get('/users/preferences'), before);
  });
}
