/** Registration over GraphQL. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { identityService } from '../service.ts';
import { requestAccount } from '../testing/request-account.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

const registerCall = `mutation ($name: String!, $email: String!, $password: String!) {
  register(name: $name, email: $email, password: $password) { token refreshToken }
}`;
const person = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'correct horse battery',
};

test('a registration opens an account and a session, and is published once', async () => {
  const answer = await service.as(null)(registerCall, person);
  assert.equal(answer.code, undefined, answer.message);
  assert.match(answer.data.register.refreshToken, /^[\w-]{43}$/);
  const event = await service.event('identity.account.registered');
  const { accountId } = event.data;
  assert.deepEqual(event.data, { accountId, operator: false });
  assert.deepEqual(await requestAccount(service, accountId), {
    ...{ accountId, version: event.aggregateVersion, name: 'Ada Lovelace' },
    ...{ email: 'ada@example.com', operator: false, defaultContract: 0, legalAddress: null },
  });
  const self = await service.as(event.data.accountId)(
    '{ self { id name email pfp defaultContract operator mfaEnabled createdAt } }',
  );
  assert.equal(self.data.self.name, 'Ada Lovelace');
  assert.equal(self.data.self.mfaEnabled, false);
});

test('the message contains the errors of all invalid fields, like the gateway’s', async () => {
  const bad = { name: ' ', email: 'unknown', password: person.password };
  const answer = await service.as(null)(registerCall, bad);
  assert.equal(answer.code, 'INVALID_INPUT');
  assert.equal(answer.message, 'Invalid name. Invalid email.');
  const one = await service.as(null)(registerCall, { ...person, email: 'unknown' });
  assert.equal(one.message, 'Invalid email');
});

test('of eight concurrent registrations with one e-mail address, one wins and seven get a conflict', async () => {
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      service.as(null)(registerCall, {
        ...person,
        email: i % 2 ? 'Eight@example.com' : 'eight@EXAMPLE.com',
      }),
    ),
  );
  const codes = answers.map((answer) => answer.code ?? 'OK').sort();
  assert.deepEqual(codes, [...Array(7).fill('CONFLICT'), 'OK']);
});
