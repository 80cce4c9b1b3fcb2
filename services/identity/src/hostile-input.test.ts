/** Every call with hostile input: an error code and message, no change, never an internal error. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from './account/account.model.ts';
import { resets } from './reset/reset.model.ts';
import { identityService } from './service.ts';
import { sessions } from './session/session.model.ts';
import type { Person } from './testing/register-person.ts';
import { registerPerson } from './testing/register-person.ts';

let service: TestService;
let person: Person;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
  person = await registerPerson(service);
  // Without a recent password, MFA enrolment requires it.
  await sessions.raw.updateOne({ _id: person.sessionId }, { $unset: { passwordAt: '' } });
  await service.settle();
});
after(() => service.stop());

/** Call → its arguments with valid values. */
const calls: Record<string, Record<string, string>> = {
  register: { name: 'A Name', email: 'new@example.com', password: 'a fine password' },
  login: { email: 'new@example.com', password: 'a fine password', mfa: '123456' },
  refresh: { refreshToken: 'A'.repeat(43) },
  requestReset: { email: 'new@example.com' },
  resetPassword: { token: 'A'.repeat(43), newPassword: 'a fine password' },
  endSession: { id: 'someone' },
  enrollMfa: { curPassword: 'a fine password' },
  confirmMfa: { mfa: '123456' },
  disableMfa: { mfa: '123456' },
};
const selections: Record<string, string> = {
  register: '{ token }',
  login: '{ token }',
  refresh: '{ accessToken }',
  enrollMfa: '{ key }',
  confirmMfa: '{ recoveryCodes }',
  disableMfa: '{ id }',
  endSession: '{ id }',
};

function document(call: string, args: Record<string, string>): string {
  const types = Object.keys(args).map((name) => {
    const type = name === 'id' ? 'ID!' : name === 'mfa' && call === 'login' ? 'String' : 'String!';
    return `$${name}: ${type}`;
  });
  const argumentList = Object.keys(args).map((name) => `${name}: $${name}`);
  return `mutation (${types.join(', ')}) { ${call}(${argumentList.join(', ')}) ${selections[call] ?? ''} }`;
}

const wrongTypes: unknown[] = [{ $ne: null }, { $gt: '' }, ['a'], true, 1.5, { toString: 'x' }];
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  'a\r\nBcc: all@example.com',
  '{"$ne":null}',
  '__proto__',
  '\u202egnp.exe@example.com',
  'x'.repeat(1_000_000),
];

async function readState() {
  return JSON.stringify([
    await accounts.findMany({}),
    await sessions.findMany({}),
    await resets.findMany({}),
  ]);
}

for (const [call, args] of Object.entries(calls)) {
  test(`${call} rejects query operators, lists and numbers, and changes nothing`, async () => {
    const before = await readState();
    for (const name of Object.keys(args)) {
      for (const value of wrongTypes) {
        const answer = await person.call(document(call, args), { ...args, [name]: value });
        if (name === 'id' && typeof value !== 'object') continue;
        assert.equal(answer.code, 'INVALID_INPUT', `${name}: ${JSON.stringify(value)}`);
      }
      if (call === 'login' && name === 'mfa') continue;
      const { [name]: _left, ...rest } = args;
      assert.equal((await person.call(document(call, args), rest)).code, 'INVALID_INPUT');
      const empty = await person.call(document(call, args), { ...args, [name]: null });
      assert.equal(empty.code, 'INVALID_INPUT');
    }
    assert.equal(await readState(), before);
  });

  test(`${call} rejects hostile texts with a code, and changes nothing`, async () => {
    const before = await readState();
    for (const name of Object.keys(args)) {
      for (const value of hostileTexts) {
        if (call === 'register' && name === 'password' && value.length > 8 && value.length < 129)
          continue;
        if (call === 'register' && name === 'name' && ['{"$ne":null}', '__proto__'].includes(value))
          continue;
        const answer = await person.call(document(call, args), { ...args, [name]: value });
        const label = `${name}: ${JSON.stringify(value.slice(0, 30))}`;
        assert.ok(answer.code && answer.code !== 'INTERNAL', `${label} answered ${answer.code}`);
        assert.ok((answer.message?.length ?? 0) < 2000, `${label} is echoed`);
      }
    }
    assert.equal(await readState(), before);
  });
}
