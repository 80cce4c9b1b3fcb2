/** Rate limits over GraphQL, and who is not locked out by them. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { findLocalService } from '@nameloan/graphql-executor/local-services';
import { clientNetwork } from '@nameloan/security/client-network';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService, testActor } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import { identityService } from '../service.ts';
import { serviceContext } from '../service-context.ts';
import {
  loginCall,
  profileCall,
  registerCall,
  registerPerson,
} from '../testing/register-person.ts';
import { disableCall, enableMfa, enrollCall, wrongCode } from '../testing/with-mfa.ts';
import { consumeAttempts, passwordCheck } from './rate-limits.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService);
});
after(() => service.stop());

let hosts = 0;
const newIp = () => `198.51.100.${++hosts}`;

async function codes(times: number, call: (i: number) => Promise<{ code: string | undefined }>) {
  const found: string[] = [];
  for (let i = 0; i < times; i++) found.push((await call(i)).code ?? 'OK');
  return found;
}

const times = (count: number, code: string) => Array(count).fill(code);

test('the eleventh wrong password for an account is limited, from any unknown address', async () => {
  const person = await registerPerson(service, newIp());
  const wrong = () => person.logIn({ password: 'wrong', ip: newIp() });
  assert.deepEqual(await codes(12, wrong), [
    ...times(10, 'UNAUTHENTICATED'),
    ...times(2, 'TOO_MANY_REQUESTS'),
  ]);
  const correct = await person.logIn({ ip: newIp() });
  assert.equal(correct.code, 'TOO_MANY_REQUESTS');
});

test('failures from elsewhere do not lock the owner out of an address with an open session', async () => {
  const home = newIp();
  const person = await registerPerson(service, home);
  await codes(12, () => person.logIn({ password: 'wrong', ip: newIp() }));
  assert.equal((await person.logIn({ ip: home })).code, undefined);
  const fromHome = await codes(11, () => person.logIn({ password: 'wrong', ip: home }));
  assert.deepEqual(fromHome, [...times(10, 'UNAUTHENTICATED'), 'TOO_MANY_REQUESTS']);
});

test('fifty concurrent guesses get ten answers', async () => {
  const person = await registerPerson(service, newIp());
  const ip = newIp();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => person.logIn({ password: 'wrong', ip })),
  );
  const through = answers.filter((answer) => answer.code !== 'TOO_MANY_REQUESTS');
  assert.equal(through.length, 10);
});

test('an unknown e-mail address is limited like a known one', async () => {
  const call = () =>
    service.as(null, { ip: newIp() })(loginCall, { email: 'unknown@example.com', password: 'x' });
  assert.deepEqual(await codes(11, call), [...times(10, 'UNAUTHENTICATED'), 'TOO_MANY_REQUESTS']);
});

test('successful logins do not count as failures', async () => {
  const person = await registerPerson(service, newIp());
  // From several networks, because each has its pace.
  const ips = Array.from({ length: 3 }, newIp);
  const logIn = (i: number) => person.logIn({ ip: ips[i % 3] ?? '' });
  assert.deepEqual(await codes(15, logIn), times(15, 'OK'));
});

test('an address that fails at a hundred accounts is limited, with the seconds to wait', async () => {
  const ip = newIp();
  const call = (i: number) =>
    service.as(null, { ip })(loginCall, { email: `someone-${i}@example.com`, password: 'x' });
  await consumeFailures(ip, 98);
  const found = await codes(3, call);
  assert.deepEqual(found, [...times(2, 'UNAUTHENTICATED'), 'TOO_MANY_REQUESTS']);
  const seconds = await retryAfter(loginCall, { email: 'other@example.com', password: 'x' }, ip);
  assert.ok(seconds > 0 && seconds <= 900, `${seconds} seconds`);
});

async function retryAfter(query: string, variables: Record<string, unknown>, ip: string) {
  const actor = testActor(null, { ip });
  const answer = await findLocalService('identity')?.prepare({ query })({ variables, actor });
  const [error] = JSON.parse(JSON.stringify(answer)).errors;
  return error.extensions.retryAfterSeconds;
}

test('all addresses of an IPv6 /64 count as one', async () => {
  const call = (i: number) =>
    service.as(null, { ip: `2001:db8:1:2::${i + 1}` })(loginCall, {
      email: `six-${i}@example.com`,
      password: 'x',
    });
  await consumeFailures('2001:db8:1:2::ffff', 98);
  assert.deepEqual(await codes(3, call), [...times(2, 'UNAUTHENTICATED'), 'TOO_MANY_REQUESTS']);
});

test('MFA codes are limited per account, across login and other calls', async () => {
  const person = await registerPerson(service, newIp());
  const { key } = await enableMfa(person);
  const mfa = wrongCode(key);
  assert.deepEqual(await codes(5, () => person.logIn({ mfa })), times(5, 'MFA_INVALID'));
  const off = await codes(6, () => person.call(disableCall, { mfa }));
  assert.deepEqual(off, [...times(5, 'INVALID_INPUT'), 'TOO_MANY_REQUESTS']);
});

test('the current password is limited per account, across the profile call and MFA enrolment', async () => {
  const person = await registerPerson(service, newIp());
  const input = { curPassword: 'wrong', newPassword: 'another password' };
  const saved = await codes(5, () => person.call(profileCall, { input }));
  const enrolled = await codes(6, () => person.call(enrollCall, { curPassword: 'wrong' }));
  assert.deepEqual([...saved, ...enrolled], [...times(10, 'INVALID_INPUT'), 'TOO_MANY_REQUESTS']);
});

test('reset mails are limited per e-mail address, known or not, and reset tokens per IP address', async () => {
  const person = await registerPerson(service, newIp());
  const ask = 'mutation ($email: String!) { requestReset(email: $email) }';
  for (const email of [person.email, 'unknown-2@example.com']) {
    const found = await codes(6, () => service.as(null, { ip: newIp() })(ask, { email }));
    assert.deepEqual(found, [...times(5, 'OK'), 'TOO_MANY_REQUESTS']);
  }
  const ip = newIp();
  const use = `mutation { resetPassword(token: "${'A'.repeat(43)}", newPassword: "long enough") }`;
  const tokens = await codes(51, () => service.as(null, { ip })(use));
  assert.deepEqual(tokens, [...times(50, 'INVALID_INPUT'), 'TOO_MANY_REQUESTS']);
});

test('registrations are limited per e-mail address', async () => {
  const person = await registerPerson(service, newIp());
  const { name, email, password } = person;
  const call = () => service.as(null, { ip: newIp() })(registerCall, { name, email, password });
  assert.deepEqual(await codes(10, call), [...times(9, 'CONFLICT'), 'TOO_MANY_REQUESTS']);
});

test('right passwords count against their network too, however many accounts it has', async () => {
  const person = await registerPerson(service, newIp());
  const ip = newIp();
  const all = await Promise.all(Array.from({ length: 3 }, () => person.logIn({ ip })));
  assert.deepEqual(
    all.map(({ code }) => code),
    [undefined, undefined, undefined],
  );
  await consumeMany(ip, 297);
  assert.equal((await person.logIn({ ip })).code, 'TOO_MANY_REQUESTS');
  assert.equal((await person.logIn({ ip: newIp() })).code, undefined);
});

/** As many checks of a password as a busy network makes, without their hashes. */
async function consumeMany(ip: string, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await consumeAttempts([passwordCheck({ ip })]);
}

/** As many failed logins of a network, without their hashes. */
async function consumeFailures(ip: string, count: number): Promise<void> {
  const attempt = { kind: 'login-address', key: clientNetwork(ip) } as const;
  for (let i = 0; i < count; i++) await consumeAttempts([attempt]);
}

/** Checks of passwords that count against a network. */
async function countChecks(ip: string): Promise<number> {
  const digest = createHash('sha256').update(clientNetwork(ip)).digest('base64url').slice(0, 27);
  const rows = serviceContext.store.connection.db?.collection('attempts');
  return (await rows?.findOne({ key: `password-address:${digest}` }))?.points ?? 0;
}

test('logins of other networks keep their place while one network sends many, and what its full queue rejects does not count', async () => {
  const people = await Promise.all(
    Array.from({ length: 5 }, () => registerPerson(service, newIp())),
  );
  const ip = newIp();
  const order: string[] = [];
  const crowd: Promise<unknown>[] = [];
  const sendCrowd = () => {
    const email = `crowd-${crowd.length}@example.com`;
    const call = service.as(null, { ip })(loginCall, { email, password: 'x' });
    crowd.push(call.then(({ code = 'OK' }) => order.push(code)));
  };
  for (let i = 0; i < 40; i++) sendCrowd();
  const others = people.map((person) =>
    person.logIn({ ip: newIp() }).then(({ code = 'OK' }) => order.push(code)),
  );
  // The first ones run in a row; after them the queue is filled up, and places become free slowly.
  const number = (code: string) => order.filter((one) => one === code).length;
  await until(() => number('UNAUTHENTICATED') >= 5);
  const rejected = number('TOO_MANY_REQUESTS');
  for (let i = 0; i < 10; i++) sendCrowd();
  await until(() => number('TOO_MANY_REQUESTS') > rejected);
  const before = await countChecks(ip);
  for (let i = 0; i < 20; i++) {
    sendCrowd();
    await countChecks(ip);
  }
  // A place becomes free now and then, and the login that gets it counts.
  const counted = (await countChecks(ip)) - before;
  assert.ok(counted < 10, `${counted} of 20 count`);
  await Promise.all([...crowd, ...others]);
  assert.equal(order.filter((one) => one === 'OK').length, 5, order.join());
  // Much of the crowd's queue still waits when the last of the others is through.
  assert.ok(order.slice(order.lastIndexOf('OK')).includes('UNAUTHENTICATED'), order.join());
});
