/** One click in a mail program turns off its kind of mail without a login (RFC 8058), and nothing else. */

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { actorHeader } from '@nameloan/contracts/actor';
import { newId } from '@nameloan/runtime/id';
import { signActor } from '@nameloan/security/actor';
import { testActor, testSecret } from '@nameloan/testkit/service/test-service';
import { recipients } from '../recipient/recipient.model.ts';
import type { Mail, TestNotifications } from '../testing/start-notifications.ts';
import {
  makeAccount,
  makeEscrow,
  makeOffer,
  makeTransition,
  startNotifications,
} from '../testing/start-notifications.ts';

let service: TestNotifications;
before(async () => {
  service = await startNotifications();
});
after(() => service.stop());

const addressOf = (accountId: string) => `${accountId}@example.test`;
const headerOf = (mail: Mail | undefined, key: string) =>
  mail?.headers.find((header) => header.key === key)?.value;

/** As the gateway forwards it for a visitor. */
function call(url: string, method: 'GET' | 'POST', body?: string) {
  const path = new URL(url).pathname.replace('/api', '');
  return fetch(`${service.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      [actorHeader]: signActor(testActor(null), testSecret),
      ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body === undefined ? {} : { body }),
  });
}

const oneClick = 'List-Unsubscribe=One-Click';

async function offerMail(accountId: string): Promise<Mail | undefined> {
  await service.deliver('lending.offer.denied', {
    ...makeOffer(await service.account(), accountId),
    reason: 'DENIED',
  });
  await service.settle();
  return service.mail.mails.filter(({ rcpt }) => rcpt === addressOf(accountId)).at(-1);
}

const urlOf = (mail: Mail | undefined) =>
  /^<(https:[^>]+)>$/.exec(headerOf(mail, 'list-unsubscribe') ?? '')?.[1] ?? assert.fail('no URL');

async function switches(accountId: string): Promise<Record<string, boolean>> {
  const query = '{ preferences { mail { offer loan payment domain expiry message } } }';
  return (await service.as(accountId)(query)).data.preferences.mail;
}

test('one click turns off the kind of the mail and no other, also when repeated', async () => {
  const accountId = await service.account();
  const mail = await offerMail(accountId);
  assert.equal(headerOf(mail, 'list-unsubscribe-post'), oneClick);
  const url = urlOf(mail);
  assert.match(url, /^https:\/\/nameloan\.test\/api\/mail\/unsubscribe\/[\w-]{1,99}$/);
  for (let click = 0; click < 2; click++)
    assert.equal((await call(url, 'POST', oneClick)).status, 200);
  const { offer, ...others } = await switches(accountId);
  assert.equal(offer, false);
  assert.ok(Object.values(others).every(Boolean));
  const count = service.mail.mails.length;
  await offerMail(accountId);
  assert.equal(service.mail.mails.length, count);
});

/** A token as in a mail that was sent before the list of kinds changed. */
function makeToken(accountId: string, letters: string): string {
  const text = ['nameloan unsubscribe', letters, accountId, addressOf(accountId)].join('\n');
  const mac = createHmac('sha256', testSecret).update(text).digest('base64url').slice(0, 22);
  return `https://nameloan.test/api/mail/unsubscribe/${mac}${letters}_${accountId}`;
}

test('a link of an old mail turns off the kinds it named, except those that can’t be turned off', async () => {
  const accountId = await service.account();
  for (const letters of ['lm', 'sgunte']) {
    const answer = await call(makeToken(accountId, letters), 'POST', oneClick);
    assert.equal(answer.status, 200, letters);
  }
  assert.deepEqual((await recipients.get(accountId)).mailOff, ['LOAN', 'MESSAGE', 'EXPIRY']);
});

test('opening the link changes nothing: it leads to a page with a button, which needs no login', async () => {
  const accountId = await service.account();
  const url = urlOf(await offerMail(accountId));
  const answer = await call(url, 'GET');
  assert.equal(answer.status, 303);
  const page = answer.headers.get('location') ?? '';
  assert.match(page, /^https:\/\/nameloan\.test\/stop\/mail#token=/);
  assert.equal((await call(url, 'POST', 'anything=else')).status, 400);
  assert.equal((await switches(accountId)).offer, true);
  const stop = 'mutation ($token: String!) { stopMail(token: $token) }';
  const { data } = await service.as(null)(stop, { token: page.split('token=')[1] });
  assert.equal(data.stopMail, true);
  assert.equal((await switches(accountId)).offer, false);
});

test('a damaged token and a link in the mailbox of a former address are rejected', async () => {
  const accountId = await service.account();
  const url = urlOf(await offerMail(accountId));
  const damaged = url.replace(/[\w-]{4}(?=[^/]*$)/, 'AAAA');
  assert.equal((await call(damaged, 'POST', oneClick)).status, 400);
  await service.deliverAccount(
    makeAccount({ accountId, email: `new-${accountId}@example.test` }),
    2,
  );
  assert.equal((await call(url, 'POST', oneClick)).status, 400);
  assert.equal((await switches(accountId)).offer, true);
});

test('mails that can’t be turned off, and those that ask for an action, have no such link', async () => {
  const [borrowerId, lenderId] = [await service.account(), await service.account()];
  const escrow = makeEscrow(borrowerId, lenderId);
  const running = { from: 'LOAN_POSTED', to: 'LOAN_POSTED' } as const;
  await service.deliver('lending.offer.accepted', {
    ...makeOffer(borrowerId, lenderId),
    ...escrow,
    dueBy: '2027-03-01T00:00:00.000Z',
  });
  await service.deliver('domains.domain.proof-failed', {
    ...{ domainId: newId(), accountId: borrowerId, name: 'example.com' },
    ...{ recordSeen: false, findings: [], obstacle: null, formerText: 'No record.' },
  });
  for (const move of ['CLAIM_REPAID', 'SEND_NOTICE'] as const)
    await service.deliver(
      'lending.escrow.moved',
      makeTransition(escrow, { move, by: 'BORROWER', ...running, payoffCents: 100 }),
    );
  await service.settle();
  const urgent = service.mail.mails.filter(
    ({ rcpt, subject }) =>
      [borrowerId, lenderId].map(addressOf).includes(rcpt) && !subject?.includes('accepted'),
  );
  assert.ok(urgent.length >= 4, String(urgent.length));
  for (const mail of urgent) {
    assert.equal(headerOf(mail, 'list-unsubscribe'), undefined, mail.subject);
    assert.match(mail.text ?? '', /Email preferences: https:\/\/nameloan\.test\/app\/settings/);
  }
});
