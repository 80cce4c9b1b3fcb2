/** Every change of password, e-mail or MFA holds payees; a registration, a login and a step-up do not. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { endMfa } from '../mfa/end-mfa.ts';
import { identityService } from '../service.ts';
import { serviceContext } from '../service-context.ts';
import { stepUpCall } from '../testing/payees.ts';
import { readLinks } from '../testing/read-links.ts';
import type { Person } from '../testing/register-person.ts';
import { profileCall, registerPerson, verifyCall } from '../testing/register-person.ts';
import { disableCall, enableMfa, makeCode } from '../testing/with-mfa.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

const isHeld = async ({ accountId }: Person) =>
  Boolean((await accounts.get(accountId)).securityChangedAt);
const visitor = () => service.as(null);
const expectDone = async (call: ReturnType<Person['call']>) => {
  const { code, message } = await call;
  assert.equal(code, undefined, message);
};

async function changeEmail(person: Person): Promise<void> {
  const call =
    'mutation ($newEmail: String!, $curPassword: String!) { changeEmail(newEmail: $newEmail, curPassword: $curPassword) { id } }';
  const { password: curPassword, email } = person;
  await expectDone(person.call(call, { newEmail: `new-${email}`, curPassword }));
}

async function readToken({ accountId }: Person, kind: Parameters<typeof readLinks>[2]) {
  return (await readLinks(service, accountId, kind)).at(-1)?.token ?? '';
}

async function reset(person: Person): Promise<void> {
  const subject = 'identity.reset.requested';
  const request = 'mutation ($email: String!) { requestReset(email: $email) }';
  await expectDone(visitor()(request, { email: person.email }));
  const { data } = await service.event(subject, (one) => one.accountId === person.accountId);
  const token = serviceContext.decrypt(data.sealedToken, subject);
  const call =
    'mutation ($token: String!, $newPassword: String!) { resetPassword(token: $token, newPassword: $newPassword) }';
  await expectDone(visitor()(call, { token, newPassword: 'a new long enough secret' }));
}

/** Turns MFA on and forgets that it did. */
async function withMfa(person: Person) {
  const { key } = await enableMfa(person);
  await accounts.raw.updateOne({ _id: person.accountId }, { $unset: { securityChangedAt: 1 } });
  return key;
}

const changes: Record<string, (person: Person) => Promise<unknown>> = {
  'a new password': (person) => {
    const input = { newPassword: 'a new long enough secret', curPassword: person.password };
    return expectDone(person.call(profileCall, { input }));
  },
  'a reset': reset,
  'MFA that is turned on': enableMfa,
  'MFA that is turned off': async (person) => {
    const key = await withMfa(person);
    await expectDone(person.call(disableCall, { mfa: makeCode(key, 1) }));
  },
  'MFA that an operator ends': async (person) => {
    await withMfa(person);
    await endMfa(person.email);
  },
  'a confirmed address': async (person) => {
    await changeEmail(person);
    assert.ok(!(await isHeld(person)), 'the request has its own hold');
    await expectDone(visitor()(verifyCall, { token: await readToken(person, 'CONFIRM_EMAIL') }));
  },
  'a stopped change of the address': async (person) => {
    await changeEmail(person);
    const call = 'mutation ($token: String!) { stopEmailChange(token: $token) }';
    await expectDone(visitor()(call, { token: await readToken(person, 'STOP_EMAIL_CHANGE') }));
  },
  'a stopped login': async (person) => {
    await person.open({ ip: '203.0.113.9', userAgent: 'a browser of a thief' });
    const call = 'mutation ($token: String!) { stopLogin(token: $token) }';
    await expectDone(visitor()(call, { token: await readToken(person, 'STOP_LOGIN') }));
  },
};

for (const [name, change] of Object.entries(changes))
  test(`${name} holds payees`, async () => {
    const person = await registerPerson(service);
    await change(person);
    assert.ok(await isHeld(person));
  });

test('a registration, a login, a step-up and an address in the profile hold nothing', async () => {
  const person = await registerPerson(service);
  await person.open();
  await expectDone(person.call(stepUpCall, { curPassword: person.password }));
  await expectDone(person.call(profileCall, { input: { city: 'Bristol' } }));
  assert.ok(!(await isHeld(person)));
});
