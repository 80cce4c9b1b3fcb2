/** Login: uniform errors, rehashing and concurrent logins. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { hash } from '@node-rs/argon2';
import { accounts } from '../account/account.model.ts';
import { identityService } from '../service.ts';
import { loginCall, registerPerson } from '../testing/register-person.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

test('the e-mail address is case-insensitive, and each login opens a new session', async () => {
  const person = await registerPerson(service);
  const answer = await service.as(null)(loginCall, {
    email: ` ${person.email.toUpperCase()} `,
    password: person.password,
  });
  assert.equal(answer.code, undefined, answer.message);
  const again = await person.open();
  assert.equal(again.accountId, person.accountId);
  assert.notEqual(again.sessionId, person.sessionId);
});

test('an unknown e-mail address and a wrong password get the same response', async () => {
  const person = await registerPerson(service);
  const wrong = await person.logIn({ password: 'not the password' });
  const unknown = await service.as(null)(loginCall, {
    email: 'unknown@example.com',
    password: 'x',
  });
  assert.equal(wrong.code, 'UNAUTHENTICATED');
  assert.deepEqual(unknown, wrong);
});

test('an unknown e-mail address takes as long as a wrong password', async () => {
  const person = await registerPerson(service);
  const took = { known: [] as number[], unknown: [] as number[] };
  for (let i = 0; i < 15; i++) {
    for (const kind of ['known', 'unknown'] as const) {
      const email = kind === 'known' ? person.email : `unknown-${i}@example.com`;
      const start = performance.now();
      await service.as(null)(loginCall, { email, password: 'not the password' });
      took[kind].push(performance.now() - start);
    }
  }
  const median = (times: number[]) => times.sort((a, b) => a - b)[7] ?? 0;
  const ratio = median(took.unknown) / median(took.known);
  assert.ok(ratio > 0.5 && ratio < 2, `unknown to known is ${ratio}`);
});

test('an invalid e-mail address and an empty password are reported by field', async () => {
  const answer = await service.as(null)(loginCall, { email: 'no mail', password: '' });
  assert.equal(answer.code, 'INVALID_INPUT');
  assert.deepEqual(answer.fields, { email: 'Invalid email', password: 'Invalid password' });
});

test('a hash with outdated parameters is renewed at the next login', async () => {
  const person = await registerPerson(service);
  const old = await hash(person.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await accounts.raw.updateOne({ _id: person.accountId }, { $set: { passwordHash: old } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => person.logIn()));
  assert.deepEqual(new Set(answers.map((answer) => answer.code)), new Set([undefined]));
  const { passwordHash } = await accounts.get(person.accountId);
  assert.match(passwordHash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal((await person.logIn()).code, undefined);
});

test('eight concurrent logins open eight sessions', async () => {
  const person = await registerPerson(service);
  const opened = await Promise.all(Array.from({ length: 8 }, () => person.open()));
  assert.equal(new Set(opened.map((one) => one.sessionId)).size, 8);
});
