/** A change of the e-mail address through REST: as a thief with the password, and as the owner who stops it. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment, TestEnvironment } from '../environment/test-environment.ts';

async function readToken(
  { sandbox }: TestEnvironment,
  email: string,
  path: string,
): Promise<string> {
  const pattern = new RegExp(`${path}#token=([\\w%-]+)`);
  return waitFor(`the link ${path} to ${email}`, async () => {
    const mails = await sandbox.readMails(email);
    return mails.map(({ text }) => pattern.exec(text)?.[1]).find((found) => found);
  });
}

export function emailChange(environment: GetEnvironment): void {
  test('the password alone cannot take an account to another mailbox', async () => {
    const owner = await environment().newPerson('Olga Owner');
    const newEmail = `thief.${owner.email}`;
    const body = { newEmail, curPassword: owner.password };
    const changed = await owner.call('POST', '/users/email', body);
    assert.equal(changed.status, 202);
    assert.deepEqual([changed.body.email, changed.body.pending_email], [owner.email, newEmail]);
    const confirmation = await readToken(environment(), newEmail, '/verify-email');
    const visitor = { token: null };
    const confirmed = { token: confirmation };
    assert.equal((await owner.call('POST', '/users/verify-email', confirmed, visitor)).status, 200);
    const thief = await new Person(owner.baseUrl, { ...owner, email: newEmail }).login();
    const self = await thief.get('/users/self');
    assert.deepEqual([self.email, self.pending_email], [newEmail, null]);
    const again = await expectRejection(thief, 'POST /users/email', {
      status: 409,
      body: { ...body, newEmail: `second.${owner.email}` },
    });
    assert.deepEqual(
      [again.reason, again.available_at],
      ['EMAIL_CHANGING', self.email_changing_until],
    );
    const stopping = await readToken(environment(), owner.email, '/stop/email-change');
    const stopped = await owner.call(
      'POST',
      '/users/stop-email-change',
      { token: stopping },
      visitor,
    );
    assert.deepEqual([stopped.status, stopped.body], [200, { message: 'Email change stopped' }]);
    await assert.rejects(new Person(owner.baseUrl, { ...owner, email: newEmail }).login());
    // The thief knows the former password, so it logs no one in.
    await assert.rejects(new Person(owner.baseUrl, owner).login());
    const token = await readToken(environment(), owner.email, '/reset-password');
    const password = 'a password that only the owner knows';
    const reset = { token: decodeURIComponent(token), newPassword: password };
    assert.equal((await owner.call('POST', '/users/reset', reset, visitor)).status, 200);
    const back = await new Person(owner.baseUrl, { ...owner, password }).login();
    assert.equal((await back.get('/users/self')).email, owner.email);
  });
}
