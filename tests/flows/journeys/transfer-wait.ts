/** The wait before the transfer out of a valuable domain: stopped by mail, cancelled in the app, and over. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { openListing } from '@nameloan/driver/steps';
import { generateSync } from 'otplib';
import type { RestObject } from '../environment/loans.ts';
import { defaultTerms, getDomain } from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';
import { ownInCustody } from './custody.ts';

async function ownValuable(environment: TestEnvironment) {
  const { owner, domain } = await ownInCustody(environment);
  await owner.post(`/domains/${domain.id}/value`, { owner_value: 5000 });
  await environment.sandbox.advanceClock('61d');
  return { owner, domain };
}

const findMail = ({ sandbox }: TestEnvironment, { email }: Person, subject: RegExp) =>
  waitFor(`the mail ${subject}`, async () =>
    (await sandbox.readMails(email)).find((mail) => subject.test(mail.subject)),
  );

async function mailedToken(environment: TestEnvironment, owner: Person): Promise<string> {
  const { text } = await findMail(environment, owner, /^The transfer of .* starts on .* UTC$/);
  const token = /\/stop\/transfer-out#token=([\w-]+)/.exec(text)?.[1];
  assert.ok(token);
  return token;
}

const isLocked = async ({ sandbox }: TestEnvironment, domain: RestObject): Promise<boolean> =>
  (await sandbox.readRegistration(domain.domain)).statuses.includes('clientTransferProhibited');

export function transferWait(environment: GetEnvironment): void {
  test('a thief with the password cannot transfer a valuable domain out before its owner stops it', async () => {
    const { owner, domain } = await ownValuable(environment());
    const thief = await new Person(owner.baseUrl, owner).login();
    const path = `/domains/${domain.id}/transferOut`;
    const { authCode } = await environment().sandbox.readRegistration(domain.domain);
    const requested = await thief.post(path);
    assert.equal(requested.message, 'The authorization code is emailed within 24 hours');
    const startsAt = requested.transfer_out_starts_at;
    assert.ok(startsAt);
    for (const [call, body] of [
      [`POST ${path}`],
      [`POST /domains/${domain.id}/editNS`, { nameservers: ['a.example.net', 'b.example.net'] }],
      [`POST /domains/${domain.id}/renew`, {}],
      ['POST /listings', { domain_id: domain.id, ...listingTerms }],
    ] as const) {
      const rejected = await expectRejection(thief, call, { status: 409, body });
      const { reason, available_at } = rejected;
      assert.deepEqual([reason, available_at], ['TRANSFER_OUT_WAITING', startsAt], call);
    }
    const { key } = await thief.post('/users/mfa/enroll');
    await thief.post('/users/mfa/confirm', { mfa: generateSync({ secret: key }) });
    await environment().sandbox.advanceClock('22h');
    assert.equal(await isLocked(environment(), domain), true);
    const registered = await environment().sandbox.readRegistration(domain.domain);
    assert.equal(registered.authCode, authCode);
    const token = await mailedToken(environment(), owner);
    const visitor = { token: null };
    const stop = (body: object) => owner.call('POST', '/domains/stop-transfer-out', body, visitor);
    assert.equal((await stop({ token: `${token.slice(1)}x` })).status, 400);
    const stopped = await stop({ token });
    assert.deepEqual([stopped.status, stopped.body], [200, { message: 'Transfer stopped' }]);
    await findMail(environment(), owner, /was stopped$/);
    const { text } = await findMail(environment(), owner, /^Set a new password$/);
    const { refreshToken } = thief;
    await waitFor('the end of all sessions', async () => {
      const body = { refreshToken };
      return (await thief.call('POST', '/users/refresh', body, visitor)).status === 401;
    });
    await assert.rejects(new Person(owner.baseUrl, owner).login());
    const reset = {
      token: /\/reset-password#token=([\w-]+)/.exec(text)?.[1],
      newPassword: 'a secret that the thief does not know',
    };
    assert.equal((await owner.call('POST', '/users/reset', reset, visitor)).status, 200);
    const { email } = owner;
    await new Person(owner.baseUrl, { ...owner, email, password: reset.newPassword }).login();
    await environment().sandbox.advanceClock('2d');
    assert.equal(await isLocked(environment(), domain), true);
  });

  test('the owner cancels the wait in the app and can list the domain at once', async () => {
    const { owner, domain } = await ownValuable(environment());
    await owner.post(`/domains/${domain.id}/transferOut`);
    const token = await mailedToken(environment(), owner);
    await owner.post(`/domains/${domain.id}/cancelTransferOut`);
    const { pending_transfer, transfer_out_starts_at } = await getDomain(owner, domain);
    assert.deepEqual([pending_transfer, transfer_out_starts_at], [false, null]);
    const visitor = { token: null };
    const late = await owner.call('POST', '/domains/stop-transfer-out', { token }, visitor);
    assert.equal(late.status, 400);
    await openListing(owner, domain.id, defaultTerms);
  });

  test('after 23 hours of business time the code is mailed, and the link has expired', async () => {
    const { owner, domain } = await ownValuable(environment());
    await owner.post(`/domains/${domain.id}/transferOut`);
    const token = await mailedToken(environment(), owner);
    await environment().sandbox.advanceClock('23h');
    const { text } = await findMail(environment(), owner, /^Transfer code for /);
    const { authCode } = await environment().sandbox.readRegistration(domain.domain);
    assert.ok(text.includes(authCode));
    assert.equal(await isLocked(environment(), domain), false);
    const visitor = { token: null };
    const late = await owner.call('POST', '/domains/stop-transfer-out', { token }, visitor);
    assert.deepEqual([late.status, late.body.code], [400, 'INVALID_INPUT']);
    await environment().sandbox.takeOverDomain(domain.domain, authCode);
    await waitFor('the end', async () => {
      const response = await owner.call('GET', `/domains/${domain.id}`);
      return response.status === 404;
    });
  });
}

const listingTerms = { desired_loan_amount: 900, desired_term: 60, desired_apy: 18 };
