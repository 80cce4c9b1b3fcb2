/** Accounts: password reset by mail, MFA codes, stolen refresh tokens, ended sessions and the profile. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { generateSync } from 'otplib';
import { countStatuses, sendConcurrently } from '../environment/concurrent-calls.ts';
import type { RestObject } from '../environment/loans.ts';
import { createAcceptedLoan } from '../environment/loans.ts';
import { assertRejection, expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';
import { emailChange } from './email-change.ts';
import { payees } from './payees.ts';

/** An ended session's tokens are rejected within 2 s (docs/product-rules.md#accounts); the rest allows for a busy machine. */
const maxSessionEndMs = 2000 + 4000;

export function accounts(environment: GetEnvironment): void {
  passwords(environment);
  secondFactor(environment);
  sessions(environment);
  profile(environment);
  emailChange(environment);
  payees(environment);
}

/** Waits until a token is rejected; resolves to the elapsed milliseconds. */
async function waitForRejection(person: Person, token: string): Promise<number> {
  const sinceMs = Date.now();
  const response = await waitFor('the end of the session', async () => {
    const one = await person.call('GET', '/users/self', undefined, { token });
    return one.status !== 200 && one;
  });
  assertRejection(response, 401, 'a token of an ended session');
  return Date.now() - sinceMs;
}

const createClient = (person: Person, password = person.password) =>
  new Person(person.baseUrl, { name: person.name, email: person.email, password });

function passwords(environment: GetEnvironment): void {
  test('a password is reset by mail: one link, one use, and every session ends', async () => {
    const person = await environment().newPerson('Fred Forgetful');
    const elsewhere = await createClient(person).login();
    const request = { email: person.email.toUpperCase() };
    const known = await person.call('POST', '/users/get_reset_token', request, { token: null });
    const unknown = await person.call(
      'POST',
      '/users/get_reset_token',
      { email: 'unregistered@flows.example' },
      { token: null },
    );
    assert.deepEqual([known.status, known.body], [200, { message: 'Check your email' }]);
    assert.deepEqual([unknown.status, unknown.body], [known.status, known.body]);
    const link = await waitFor('the mail', async () => {
      const [mail] = await environment().sandbox.readMails(person.email);
      return mail && /\/reset-password#token=(\S+)/.exec(mail.text);
    });
    const reset = { token: decodeURIComponent(link[1] ?? ''), newPassword: 'another long secret' };
    await expectRejection(person, 'POST /users/reset', {
      status: 400,
      body: { ...reset, newPassword: 'short' },
    });
    const responses = await sendConcurrently(8, person, {
      method: 'POST',
      path: '/users/reset',
      body: reset,
    });
    assert.equal(countStatuses(responses), '200×1 400×7');
    for (const one of [person, elsewhere]) {
      const tookMs = await waitForRejection(one, one.token ?? '');
      if (environment().hasTimeLimits) assert.ok(tookMs < maxSessionEndMs, `${tookMs} ms`);
      const body = { refreshToken: one.refreshToken };
      await expectRejection(one, 'POST /users/refresh', { status: 401, body });
    }
    await assert.rejects(createClient(person).login());
    await createClient(person, reset.newPassword).login();
    assert.deepEqual(await environment().sandbox.readMails('unregistered@flows.example'), []);
  });

  test('of eight concurrent registrations of an e-mail, in any case, one succeeds', async () => {
    const person = await environment().newPerson('Una Unique');
    const body = { name: 'Twin', email: person.email.toUpperCase(), password: 'a long secret too' };
    await expectRejection(person, 'POST /users/register', { status: 409, body });
    const fresh = { ...body, email: `fresh.${person.email}` };
    const responses = await sendConcurrently(8, person, {
      method: 'POST',
      path: '/users/register',
      body: fresh,
    });
    assert.equal(countStatuses(responses), '201×1 409×7');
    for (const bad of [
      { ...fresh, email: 'no mail' },
      { ...fresh, email: 'x@flows.example', password: 'short' },
      { ...fresh, email: 'x@flows.example', password: 'x@flows.example' },
      { ...fresh, email: 'x@flows.example', name: ' ' },
    ]) {
      await expectRejection(person, 'POST /users/register', { status: 400, body: bad });
    }
  });
}

function secondFactor(environment: GetEnvironment): void {
  test('with MFA on, a login needs a code; a recovery code replaces it once', async () => {
    const person = await environment().newPerson('Max Multi');
    const { key, otpauth_uri } = await person.post('/users/mfa/enroll');
    assert.match(otpauth_uri, /^otpauth:\/\/totp\//);
    const mfa = generateSync({ secret: key });
    const { recovery_codes } = await person.post('/users/mfa/confirm', { mfa });
    assert.equal(new Set(recovery_codes).size, 10);
    assert.equal((await person.get('/users/self')).mfa_enabled, true);
    const { email, password } = person;
    const without = await expectRejection(person, 'POST /users/login', {
      status: 401,
      body: { email, password },
    });
    assert.equal(without.message, 'MFA code required');
    const wrong = await expectRejection(person, 'POST /users/login', {
      status: 401,
      body: { email, password, mfa: '12345' },
    });
    assert.equal(wrong.message, 'Invalid MFA code');
    const [recovery = '', other = ''] = recovery_codes;
    const responses = await sendConcurrently(8, person, {
      method: 'POST',
      path: '/users/login',
      body: { email, password, mfa: recovery },
    });
    assert.equal(countStatuses(responses), '200×1 401×7');
    const again = await createClient(person).login(other);
    await again.post('/users/mfa/disable', { mfa: recovery_codes[2] });
    await createClient(person).login();
  });
}

function sessions(environment: GetEnvironment): void {
  test('a stolen refresh token ends the whole token family, and its owner is notified', async () => {
    const person = await environment().newPerson('Theo Theft');
    const stolen = person.refreshToken;
    const refresh = (refreshToken: unknown) =>
      person.call('POST', '/users/refresh', { refreshToken }, { token: null });
    const first = await refresh(stolen);
    const repeated = await refresh(stolen);
    assert.equal(first.status, 200);
    assert.equal(repeated.body.refreshToken, first.body.refreshToken);
    const second = await refresh(first.body.refreshToken);
    assert.equal(second.status, 200);
    const other = await createClient(person).login();
    assertRejection(await refresh(stolen), 401, 'the stolen token');
    for (const token of [first.body.refreshToken, second.body.refreshToken])
      assertRejection(await refresh(token), 401, 'a token of its family');
    const tookMs = await waitForRejection(person, second.body.accessToken);
    if (environment().hasTimeLimits) assert.ok(tookMs < maxSessionEndMs, `${tookMs} ms`);
    await waitFor('the alert', async () => {
      const { notifications } = await other.get('/notifications');
      return notifications.some(
        (one: RestObject) => one.message && /was used twice/.test(one.body),
      );
    });
  });

  test('a session that its owner ends is rejected within two seconds; the others continue', async () => {
    const person = await environment().newPerson('Sue Sessions');
    const phone = await createClient(person).login();
    const { sessions: open } = await person.get('/users/sessions');
    assert.equal(open.length, 2);
    const other = open.find((one: RestObject) => !one.current);
    const outsider = await environment().newPerson('Sam Outsider');
    await expectRejection(outsider, `DELETE /users/sessions/${other.id}`, { status: 404 });
    assert.equal((await person.call('DELETE', `/users/sessions/${other.id}`)).status, 204);
    const tookMs = [await waitForRejection(phone, phone.token ?? '')];
    for (let times = 0; times < 2; times++) {
      const again = await createClient(person).login();
      const { sessions } = await person.get('/users/sessions');
      const { id } = sessions.find((one: RestObject) => !one.current);
      assert.equal((await person.call('DELETE', `/users/sessions/${id}`)).status, 204);
      tookMs.push(await waitForRejection(again, again.token ?? ''));
    }
    // A busy machine can delay some of them.
    if (environment().hasTimeLimits) assert.ok(Math.min(...tookMs) < 2000, `${tookMs}`);
    await person.get('/users/self');
    const { refreshToken } = person;
    assert.equal((await person.call('POST', '/users/logout', { refreshToken })).status, 204);
    await waitForRejection(person, person.token ?? '');
  });
}

/** A picture of one pixel. */
const onePixel = 'data:image/gif;base64,R0lGODlhAQABAPAAAIAAIAAAACwAAAAAAQABAAACAkQBADs=';

function profile(environment: GetEnvironment): void {
  test('an avatar has an address that can be cached forever, also for the other party and in the chat', async () => {
    const loan = await createAcceptedLoan(environment());
    const { borrower, lender } = loan;
    await borrower.post('/users/profile', { pfp: onePixel });
    const { avatar_url, pfp } = await borrower.get('/users/self');
    assert.match(pfp, /^data:image\/jpeg;base64,/);
    const shown = await fetch(borrower.baseUrl + avatar_url);
    assert.equal(shown.status, 200);
    assert.equal(shown.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(shown.headers.get('content-type'), 'image/jpeg');
    const bytes = Buffer.from(await shown.arrayBuffer());
    assert.equal(pfp, `data:image/jpeg;base64,${bytes.toString('base64')}`);
    const etag = shown.headers.get('etag') ?? '';
    const again = await fetch(borrower.baseUrl + avatar_url, {
      headers: { 'if-none-match': etag },
    });
    assert.equal(again.status, 304);
    await borrower.post(`/escrow/${loan.id}/message`, { message: 'Hello' });
    const seen = await lender.graphql(
      `query ($id: ID!) {
        escrow(id: $id) { borrower { avatarUrl pfp } lender { avatarUrl } }
        escrowMessages(escrowId: $id) { sender { avatarUrl } }
      }`,
      { id: loan.id },
    );
    assert.deepEqual(seen.escrow.borrower, { avatarUrl: avatar_url, pfp: null });
    assert.equal(seen.escrow.lender.avatarUrl, null, 'initials');
    assert.equal(seen.escrowMessages.at(-1).sender.avatarUrl, avatar_url);
    await borrower.post('/users/profile', { pfp: null });
    assert.equal((await borrower.get('/users/self')).avatar_url, null);
    assert.equal((await fetch(borrower.baseUrl + avatar_url)).status, 404);
  });

  test('the profile keeps absent fields, clears empty ones, and requires the current password for a new one', async () => {
    const person = await environment().newPerson('Paul Profile');
    const saved = await person.post('/users/profile', {
      address1: '1 Main Street',
      city: 'Springfield',
      zip: '12345',
      country: 'US',
      contract: 1,
      curPassword: '',
      newPassword: '',
      pfp: null,
    });
    assert.equal(saved.message, 'Profile saved');
    await person.post('/users/profile', { city: '' });
    const self = await person.get('/users/self');
    assert.deepEqual(
      [self.address1, self.city || null, self.zip, self.default_contract, self.pfp],
      ['1 Main Street', null, '12345', 1, null],
    );
    const newPassword = 'a third long secret';
    const wrong = { curPassword: 'not it', newPassword };
    const rejection = await expectRejection(person, 'POST /users/profile', {
      status: 400,
      body: wrong,
    });
    assert.ok(rejection.fields.curPassword);
    await expectRejection(person, 'POST /users/profile', { status: 400, body: { newPassword } });
    for (const pfp of ['text', 'data:image/svg+xml;base64,AAAA', 'data:image/png;base64,AAAA'])
      await expectRejection(person, 'POST /users/profile', { status: 400, body: { pfp } });
    await person.post('/users/profile', { curPassword: person.password, newPassword });
    await createClient(person, newPassword).login();
    const notification = await waitFor('the notification', async () => {
      const { notifications } = await person.get('/notifications');
      return notifications.find((one: RestObject) =>
        /^Your password was changed on/.test(one.body),
      );
    });
    assert.match(notification.body, /from 127\.0\.0\.1 with .*If this wasn’t you/);
  });
}
