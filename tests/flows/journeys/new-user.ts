/** Registers a person through GraphQL, with the operations of an account and its payees. */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readVerificationToken } from '@nameloan/driver/verify-address';
import type { TestEnvironment } from '../environment/test-environment.ts';
import { WebUser } from '../environment/web-user.ts';
import { rejectHolds } from './reject-holds.ts';
import { rejectPushes } from './reject-pushes.ts';

export async function newUser(environment: TestEnvironment, name: string): Promise<WebUser> {
  const email = `${randomBytes(6).toString('hex')}@web.example`;
  const user = await new WebUser(environment.url, { name, email }).register();
  const token = await readVerificationToken(email, environment.sandbox);
  assert.equal(await user.run('VerifyEmail', { token }), true);
  assert.equal(await user.run('ResendVerification'), true);
  assert.equal((await user.run('StepUpAccount')).mfaEnabled, false);
  const proof = { curPassword: user.password, mfa: null };
  assert.ok(Date.parse(await user.run('StepUp', proof)) > Date.now());
  const change = { newEmail: `new-${email}`, curPassword: user.password, mfa: null };
  assert.equal((await user.run('ChangeEmail', change)).pendingEmail, change.newEmail);
  assert.equal(await user.run('ResendConfirmation'), true);
  assert.equal((await user.run('CancelEmailChange')).pendingEmail, null);
  for (const operation of [
    'StopEmailChange',
    'StopLogin',
    'StopMail',
    'StopPayeeChange',
    'StopTransferOut',
  ])
    assert.equal(await user.codeOf(operation, { token: 'unknown' }), 'INVALID_INPUT');
  await keepPayees(user);
  await rejectHolds(user);
  await rejectPushes(user);
  return user;
}

async function keepPayees(user: WebUser): Promise<void> {
  const fields = { sortCode: '60-16-13', account: '31926819' };
  const payee = { kind: 'UK_BANK', holder: 'Wanda Webb', label: null, fields };
  const { id, masked } = await user.run('AddPayee', payee);
  assert.equal(masked, 'Sort code ••-••-13 · •••• 6819');
  const changed = {
    id,
    holder: null,
    label: 'Savings',
    fields: { ...fields, account: '31926820' },
  };
  assert.equal((await user.run('ChangePayee', changed)).version, 2);
  assert.equal((await user.run('WithdrawPayeeChange', { id })).pending, null);
  assert.equal((await user.run('Payees')).length, 1);
  assert.equal((await user.run('DeletePayee', { id })).id, id);
}
