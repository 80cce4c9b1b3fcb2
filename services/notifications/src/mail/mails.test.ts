/** Mails as an SMTP server receives them: text and HTML, links, secrets and retries. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { moveAccountClock, resetClock } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { asTest } from '@nameloan/testkit/database/query-plans';
import { serviceContext } from '../service-context.ts';
import type { TestNotifications } from '../testing/start-notifications.ts';
import { makeAccount, randomSecret, startNotifications } from '../testing/start-notifications.ts';
import { mailNotification } from './mail-notification.ts';

let service: TestNotifications;
before(async () => {
  service = await startNotifications();
});
after(() => service.stop());

const addressOf = (accountId: string) => `${accountId}@example.test`;
const proofFailed = (accountId: string, formerText = 'No record.') =>
  service.deliver('domains.domain.proof-failed', {
    domainId: newId(),
    accountId,
    name: 'example.com',
    ...{ recordSeen: false, findings: [], obstacle: null, formerText },
  });

test('a notification is mailed as text and HTML with a link to its page', async () => {
  const accountId = await service.account({ name: 'Ann <b>Example</b>' });
  await proofFailed(accountId, 'One resolver saw <script>alert(1)</script> & "more"');
  const [mail] = await service.mail.mailsTo(addressOf(accountId));
  const [listed] = await service.list(accountId);
  assert.ok(mail && listed);
  assert.equal(mail.subject, 'example.com could not be verified');
  assert.equal(mail.from?.address, 'notices@nameloan.test');
  assert.equal(mail.to?.[0]?.address, addressOf(accountId));
  assert.equal(mail.messageId, `<${listed.id}@nameloan.test>`);
  assert.match(mail.text ?? '', /^Hello Ann <b>Example<\/b>,\n/);
  assert.ok(mail.text?.includes(listed.body));
  assert.ok(mail.text?.includes('https://nameloan.test/app/my-domains'));
  assert.ok(mail.html?.includes('href="https://nameloan.test/app/my-domains"'));
  assert.ok(mail.html?.includes('Ann &lt;b&gt;Example&lt;/b&gt;'));
  assert.ok(mail.html?.includes('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;'));
  assert.ok(!mail.html?.includes('<script'));
});

test('a mail goes to the current address of the account', async () => {
  const accountId = await service.account();
  const changed = { name: 'Ann New', email: `new-${accountId}@example.test` };
  await service.deliverAccount(makeAccount({ accountId, ...changed }), 2);
  await proofFailed(accountId);
  const [mail] = await service.mail.mailsTo(changed.email);
  assert.match(mail?.text ?? '', /^Hello Ann New,/);
});

test('a mail that the server rejects is resent once, under the same Message-ID', async () => {
  const accountId = await service.account();
  service.mail.rejectNext(2, 451);
  await proofFailed(accountId);
  const mails = await service.mail.mailsTo(addressOf(accountId));
  await service.settle();
  assert.equal(mails.length, 1);
  const [listed] = await service.list(accountId);
  const job = { kind: 'mail-notification', key: listed?.id ?? '', data: {}, attempt: 1 };
  await mailNotification({ ...job, dueAt: new Date() });
  const [first, second] = await service.mail.mailsTo(addressOf(accountId), 2);
  assert.equal(first?.messageId, second?.messageId);
});

test('a mail is resent if the server sends an invalid SMTP reply, whatever its first digit', async () => {
  const accountId = await service.account();
  service.mail.rejectNext(1, 2);
  await proofFailed(accountId);
  const [mail] = await service.mail.mailsTo(addressOf(accountId));
  assert.equal(mail?.subject, 'example.com could not be verified');
});

test('the links of an email change go to the given addresses, say until when, and not after that', async (t) => {
  t.after(resetClock);
  const accountId = await service.account();
  const send = (kind: 'CONFIRM_EMAIL' | 'STOP_EMAIL_CHANGE' | 'STOP_LOGIN', link: object) =>
    service.deliver('identity.link.requested', {
      accountId,
      kind,
      sealedLink: serviceContext.encrypt(JSON.stringify(link), 'identity.link.requested'),
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    });
  const [former, newEmail] = [`former-${accountId}@example.test`, `new-${accountId}@example.test`];
  await send('CONFIRM_EMAIL', { token: 'secret-a', email: newEmail });
  const [confirm] = await service.mail.mailsTo(newEmail);
  assert.match(confirm?.text ?? '', /nameloan\.test\/verify-email#token=secret-a/);
  await send('STOP_EMAIL_CHANGE', { token: 'secret-b', email: former, newEmail });
  const [stop] = await service.mail.mailsTo(former);
  assert.match(stop?.text ?? '', /nameloan\.test\/stop\/email-change#token=secret-b/);
  assert.match(stop?.text ?? '', new RegExp(`to ${newEmail}`));
  assert.match(stop?.text ?? '', /until \w+ \d+, \d{4} at \d\d:\d\d UTC/);
  const client = { ip: '192.0.2.7', userAgent: 'curl/8' };
  await send('STOP_LOGIN', { token: 'secret-c', email: addressOf(accountId), client });
  const [login] = await service.mail.mailsTo(addressOf(accountId));
  assert.match(login?.text ?? '', /from 192\.0\.2\.7 with/);
  assert.match(login?.text ?? '', /nameloan\.test\/stop\/login#token=secret-c/);
  moveAccountClock(2 * 3_600_000);
  await send('STOP_LOGIN', { token: 'late', email: former, client });
  await service.settle();
  assert.equal((await service.mail.mailsTo(former)).length, 1);
});

test('the mail about a payee has its short forms and the link that stops it', async () => {
  const accountId = await service.account();
  const expiresAt = new Date(Date.now() + 72 * 3_600_000).toISOString();
  const send = (token: string, more: object) => {
    const payee = { kind: 'IBAN', holder: 'Ada', masked: 'DE •••• 3001', effectiveAt: expiresAt };
    const link = { token, email: addressOf(accountId), payee: { ...payee, ...more } };
    return service.deliver('identity.link.requested', {
      ...{ accountId, kind: 'STOP_PAYEE_CHANGE', expiresAt },
      sealedLink: serviceContext.encrypt(JSON.stringify(link), 'identity.link.requested'),
    });
  };
  await send('secret-a', { formerMasked: null });
  await service.mail.mailsTo(addressOf(accountId));
  await send('secret-b', { formerMasked: 'DE •••• 3000' });
  const [added, changed] = await service.mail.mailsTo(addressOf(accountId), 2);
  assert.equal(added?.subject, 'A payee was added to your account');
  assert.match(added?.text ?? '', /DE •••• 3001, held by Ada/);
  assert.match(added?.text ?? '', /nameloan\.test\/stop\/payee-change#token=secret-a/);
  assert.equal(changed?.subject, 'A payee of your account was changed');
  assert.match(changed?.text ?? '', /from DE •••• 3000 to DE •••• 3001, held by Ada/);
  assert.match(changed?.text ?? '', /valid from \w+ \d+, \d{4} at \d\d:\d\d UTC/);
  assert.match(changed?.text ?? '', /#token=secret-b/);
});

test('a permanently rejected mail is retried and then dropped', async () => {
  const accountId = await service.account();
  await proofFailed(accountId);
  await service.mail.mailsTo(addressOf(accountId));
  const [listed] = await service.list(accountId);
  const job = { kind: 'mail-notification', key: listed?.id ?? '', data: {}, dueAt: new Date() };
  service.mail.rejectNext(1, 550);
  await assert.rejects(mailNotification({ ...job, attempt: 1 }), { responseCode: 550 });
  service.mail.rejectNext(1, 550);
  await mailNotification({ ...job, attempt: 15 });
  service.mail.rejectNext(1, 451);
  await assert.rejects(mailNotification({ ...job, attempt: 15 }), { responseCode: 451 });
});

test('a reset link is mailed once and never listed, and its token stays encrypted until then', async () => {
  const email = `reset-${newId()}@example.test`;
  const accountId = await service.account({ email: 'outdated@example.test' });
  service.accounts.set(accountId, { ...makeAccount({ accountId, email }), version: 2 });
  const token = `${randomSecret()}+/=`;
  const sealedToken = serviceContext.encrypt(token, 'identity.reset.requested');
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  service.mail.rejectNext(1, 451);
  const id = newId();
  const data = { accountId, sealedToken, expiresAt };
  await service.deliver('identity.reset.requested', data, { id });
  const jobs = serviceContext.store.connection.collection('jobs');
  const waiting = await jobs.findOne({ kind: 'mail-reset-link' }, asTest);
  assert.equal(waiting?.data.sealedToken, sealedToken);
  assert.ok(!JSON.stringify(waiting).includes(token));
  await service.deliver('identity.reset.requested', data, { id });
  const [mail, ...more] = await service.mail.mailsTo(email);
  const link = `https://nameloan.test/reset-password#token=${encodeURIComponent(token)}`;
  assert.ok(mail?.text?.includes(link));
  assert.ok(mail?.html?.includes(`href="${link}"`));
  assert.deepEqual(more, []);
  assert.deepEqual(await service.list(accountId), []);
  assert.equal(await jobs.countDocuments({ kind: 'mail-reset-link', key: id }, asTest), 0);
});

test('an expired reset link is not mailed', async () => {
  const email = `late-${newId()}@example.test`;
  const accountId = await service.account({ email });
  const sealedToken = serviceContext.encrypt('late', 'identity.reset.requested');
  const expiresAt = new Date(Date.now() - 1000).toISOString();
  const data = { accountId, sealedToken, expiresAt };
  await service.deliver('identity.reset.requested', data);
  await service.settle();
  assert.ok(!service.mail.mails.some(({ rcpt }) => rcpt === email));
});

test('a transfer code appears only in its mail', async () => {
  const accountId = await service.account();
  const code = `${randomSecret()}<&>`;
  const purpose = 'domains.domain.transfer-out-started';
  await service.deliver(purpose, {
    domainId: newId(),
    accountId,
    name: 'example.com',
    sealedAuthCode: serviceContext.encrypt(code, purpose),
    codeExpiresAt: '2026-12-12T10:00:00.000Z',
  });
  const [mail] = await service.mail.mailsTo(addressOf(accountId));
  assert.equal(mail?.subject, 'Transfer code for example.com');
  assert.ok(mail?.text?.includes(code));
  assert.match(mail?.text ?? '', /December 12, 2026 at 10:00 UTC/);
  assert.ok(mail?.html?.includes(code.replace('<&>', '&lt;&amp;&gt;')));
  await service.settle();
  assert.equal(service.mail.mails.filter(({ rcpt }) => rcpt === addressOf(accountId)).length, 1);
  const listed = await service.list(accountId);
  assert.equal(listed.length, 1);
  assert.match(listed[0]?.body ?? '', /lets another registrar take example\.com/);
  assert.ok(!JSON.stringify(listed).includes(code));
});

test('the stop link of a transfer out is mailed once with its end, and not after that', async () => {
  const accountId = await service.account();
  const token = randomSecret();
  const purpose = 'domains.domain.transfer-out-waiting';
  const waiting = (startsAt: Date) =>
    service.deliver(purpose, {
      domainId: newId(),
      accountId,
      name: 'example.com',
      startsAt: startsAt.toISOString(),
      sealedStopToken: serviceContext.encrypt(token, purpose),
    });
  await waiting(new Date(Date.now() - 1000));
  await waiting(new Date('2099-11-28T10:05:00.000Z'));
  const [mail] = await service.mail.mailsTo(addressOf(accountId));
  await service.settle();
  assert.equal(service.mail.mails.filter(({ rcpt }) => rcpt === addressOf(accountId)).length, 1);
  const at = 'November 28, 2099 at 10:05 UTC';
  assert.equal(mail?.subject, `The transfer of example.com starts on ${at}`);
  assert.ok(mail?.text?.includes(`/stop/transfer-out#token=${token}`));
  assert.match(mail?.text ?? '', /works without a login, ends all sessions/);
  const listed = await service.list(accountId);
  assert.equal(listed.length, 2);
  assert.ok(!JSON.stringify(listed).includes(token));
});

test('a name with line breaks cannot inject headers', async () => {
  const accountId = await service.account({ name: 'Ann\r\nBcc: someone@example.test\r\n' });
  await proofFailed(accountId);
  const [mail] = await service.mail.mailsTo(addressOf(accountId));
  assert.equal(mail?.bcc, undefined);
  assert.match(mail?.text ?? '', /^Hello Ann Bcc: someone@example\.test,/);
  assert.ok(!service.mail.mails.some(({ rcpt }) => rcpt === 'someone@example.test'));
});
