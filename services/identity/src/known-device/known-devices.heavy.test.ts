/** Failed logins from elsewhere do not lock the owner out of known devices and networks. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { identityService } from '../service.ts';
import { sessions } from '../session/session.model.ts';
import type { Person } from '../testing/register-person.ts';
import { loginCall, profileCall, refresh, registerPerson } from '../testing/register-person.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService);
});
after(() => service.stop());

let hosts = 0;
const newIp = () => `203.0.113.${++hosts}`;
const logout = 'mutation ($refreshToken: String!) { logout(refreshToken: $refreshToken) }';
const endSession = 'mutation ($id: ID!) { endSession(id: $id) { id current } }';

/** Exhausts the attempts of unknown devices at an account. */
async function exhaustAttempts(person: Person, ip = newIp()): Promise<void> {
  const from = { password: 'wrong', ip, userAgent: 'an unknown browser' };
  for (let attempt = 0; attempt < 12; attempt++) await person.logIn(from);
  assert.equal((await person.logIn(from)).code, 'TOO_MANY_REQUESTS');
}

async function assertCanLogIn(person: Person, ip: string, password = person.password) {
  const answer = await person.logIn({ ip, password });
  assert.equal(answer.code, undefined, answer.message);
}

async function resetFrom(person: Person, ip: string): Promise<string> {
  await service.as(null, { ip })('mutation ($email: String!) { requestReset(email: $email) }', {
    email: person.email,
  });
  await service.settle();
  const { data } = await service.event(
    'identity.reset.requested',
    ({ accountId }) => accountId === person.accountId,
  );
  const { context } = identityService;
  const token = context.decrypt(data.sealedToken, 'identity.reset.requested');
  const newPassword = `another password ${newId()}`;
  const use =
    'mutation ($token: String!, $newPassword: String!) { resetPassword(token: $token, newPassword: $newPassword) }';
  const answer = await service.as(null, { ip })(use, { token, newPassword });
  assert.equal(answer.code, undefined, answer.message);
  return newPassword;
}

/** Ways in which the owner's session can end. Each resolves to the password that is valid after it. */
const endings: Record<string, (person: Person, home: string) => Promise<string>> = {
  'a logout': async (person) => {
    await person.call(logout, { refreshToken: person.refreshToken });
    return person.password;
  },
  'an ending from the list of devices': async (person) => {
    await person.call(endSession, { id: person.sessionId });
    return person.password;
  },
  'a reset from elsewhere': (person) => resetFrom(person, newIp()),
  'a change of the password elsewhere': async (person) => {
    const newPassword = `another password ${newId()}`;
    const input = { curPassword: person.password, newPassword };
    const elsewhere = await person.open({ ip: newIp() });
    assert.equal((await elsewhere.call(profileCall, { input })).code, undefined);
    return newPassword;
  },
  'its expiry, and the day when its row vanishes': async (person) => {
    await sessions.raw.deleteMany({ accountId: person.accountId } as never);
    return person.password;
  },
};

for (const [ending, end] of Object.entries(endings)) {
  test(`after ${ending} failures from elsewhere do not lock the owner out of a known network`, async () => {
    const home = newIp();
    const person = await registerPerson(service, home);
    const password = await end(person, home);
    await exhaustAttempts(person);
    await assertCanLogIn(person, home, password);
  });
}

test('a network is recognised in every form of its address', async () => {
  const mapped = newIp();
  const forms: [first: string, later: string][] = [
    ['2001:db8:5:6::1', '2001:DB8:5:6:ffff::7'],
    [`::ffff:${mapped}`, mapped],
  ];
  for (const [first, later] of forms) {
    const person = await registerPerson(service, first);
    await person.call(logout, { refreshToken: person.refreshToken });
    await exhaustAttempts(person);
    await assertCanLogIn(person, later);
  }
});

test('a session that moves to another network makes it known', async () => {
  const person = await registerPerson(service, newIp());
  const newNetwork = newIp();
  const { refreshToken } = person;
  const call =
    'mutation ($refreshToken: String!) { refresh(refreshToken: $refreshToken) { refreshToken } }';
  const answer = await service.as(null, { ip: newNetwork })(call, { refreshToken });
  await person.call(logout, { refreshToken: answer.data.refresh.refreshToken });
  await exhaustAttempts(person);
  await assertCanLogIn(person, newNetwork);
});

test('failures in the owner’s network do not lock out the owner’s browser', async () => {
  const home = newIp();
  const person = await registerPerson(service, home);
  await person.call(logout, { refreshToken: person.refreshToken });
  await exhaustAttempts(person, home);
  for (let i = 0; i < 101; i++) {
    const email = `neighbour-${i}@example.com`;
    await service.as(null, { ip: home, userAgent: 'x' })(loginCall, { email, password: 'x' });
  }
  await assertCanLogIn(person, home);
});

test('failures elsewhere do not lock out a new browser in a known network', async () => {
  const home = newIp();
  const person = await registerPerson(service, home);
  await exhaustAttempts(person);
  const answer = await person.logIn({ ip: home, userAgent: 'a browser bought today' });
  assert.equal(answer.code, undefined, answer.message);
});

test('a successful login to one account gives no further guesses at another', async () => {
  const victim = await registerPerson(service, newIp());
  const ip = newIp();
  const attacker = await registerPerson(service, ip);
  const codes: (string | undefined)[] = [];
  for (let attempt = 0; attempt < 12; attempt++) {
    codes.push((await victim.logIn({ password: 'wrong', ip })).code);
    await attacker.open({ ip });
  }
  assert.equal(codes.filter((code) => code === 'UNAUTHENTICATED').length, 10);
});

test('a known device is limited after ten wrong passwords too', async () => {
  const home = newIp();
  const person = await registerPerson(service, home);
  const codes: (string | undefined)[] = [];
  for (let attempt = 0; attempt < 12; attempt++) {
    codes.push((await person.logIn({ password: 'wrong', ip: home })).code);
  }
  assert.equal(codes.filter((code) => code === 'UNAUTHENTICATED').length, 10);
});

test('a reset by mail lets the owner log in from an unknown network during an attack', async () => {
  const person = await registerPerson(service, newIp());
  await exhaustAttempts(person);
  const hotel = newIp();
  assert.equal((await person.logIn({ ip: hotel })).code, 'TOO_MANY_REQUESTS');
  await assertCanLogIn(person, hotel, await resetFrom(person, hotel));
});

test('an older account without known devices is recognised by its sessions', async () => {
  const home = newIp();
  const person = await registerPerson(service, `::ffff:${home}`);
  await person.call(logout, { refreshToken: person.refreshToken });
  await accounts.raw.updateOne(
    { _id: person.accountId },
    { $unset: { knownDevices: '' } } as never,
    { strict: false },
  );
  await exhaustAttempts(person);
  await assertCanLogIn(person, home);
});

test('the fifty most recently used devices are kept, despite concurrent logins and refreshes', async () => {
  const home = newIp();
  const person = await registerPerson(service, home);
  for (let round = 0; round < 7; round++) {
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => person.open({ ip: `2001:db8:${round}:${i}::1` })),
    );
  }
  await Promise.all([
    person.open({ ip: home }),
    refresh(service, person.refreshToken),
    person.open({ ip: home }),
  ]);
  const { knownDevices = [] } = await accounts.get(person.accountId);
  assert.equal(knownDevices.length, 50);
  assert.ok(knownDevices.some(({ network }) => network === home));
  assert.equal(new Set(knownDevices.map(({ network }) => network)).size, 50);
});
