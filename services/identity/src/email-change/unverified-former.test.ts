/** An address that was never verified may be a mistyped one: its mailbox cannot stop the change to the right one. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import { sendRequest } from '@nameloan/subgraph/request';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { identityService } from '../service.ts';
import { readLinks } from '../testing/read-links.ts';
import type { Person } from '../testing/register-person.ts';
import {
  registerCall,
  registerPerson,
  registerUnverified,
  verifyCall,
} from '../testing/register-person.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

const newAddress = () => `new-${newId()}@example.com`;
const change = (person: Person, newEmail: string) =>
  person.call(
    `mutation ($newEmail: String!, $curPassword: String!) {
      changeEmail(newEmail: $newEmail, curPassword: $curPassword) { pendingEmail }
    }`,
    { newEmail, curPassword: person.password },
  );
const stop = (token: string) =>
  service.as(null)('mutation ($token: String!) { stopEmailChange(token: $token) }', { token });
const confirm = (token: string) => service.as(null)(verifyCall, { token });
const self = async (person: Person) =>
  (await person.call('{ self { email emailVerified } }')).data.self;
const heldUntil = async ({ accountId }: Person) =>
  (await sendRequest(service.bus, 'identity.account-access', { accountId })).emailChangingUntil;

test('an unverified account changes a mistyped address, whose mailbox can stop nothing', async () => {
  const person = await registerUnverified(service);
  const newEmail = newAddress();
  assert.equal((await change(person, newEmail)).code, undefined);
  const [confirmation] = await readLinks(service, person.accountId, 'CONFIRM_EMAIL');
  assert.deepEqual(await readLinks(service, person.accountId, 'STOP_EMAIL_CHANGE'), []);
  assert.equal(await heldUntil(person), null);
  await confirm(confirmation?.token ?? '');
  const { email, emailVerified } = await self(person);
  assert.deepEqual([email, emailVerified], [newEmail, true]);
  assert.equal(await heldUntil(person), null);
  const registration = { name: 'Right Owner', email: person.email, password: 'another long one' };
  assert.equal((await service.as(null)(registerCall, registration)).code, undefined);
  assert.equal((await change(person, newAddress())).code, undefined, 'the next one need not wait');
});

test('a stop link that an earlier release mailed to an unverified address stops nothing', async () => {
  const person = await registerPerson(service);
  const newEmail = newAddress();
  assert.equal((await change(person, newEmail)).code, undefined);
  const [confirming] = await readLinks(service, person.accountId, 'CONFIRM_EMAIL');
  const [stopLink] = await readLinks(service, person.accountId, 'STOP_EMAIL_CHANGE');
  const [confirmation = '', stopping = ''] = [confirming?.token, stopLink?.token];
  assert.notEqual(stopping, '');
  await accounts.raw.updateOne(
    { _id: person.accountId },
    { $set: { 'emailChange.former.verifiedAt': null } },
  );
  assert.equal((await stop(stopping)).code, 'INVALID_INPUT');
  assert.equal((await confirm(confirmation)).code, undefined);
  assert.equal((await stop(stopping)).code, 'INVALID_INPUT');
  assert.equal((await self(person)).email, newEmail);
});
