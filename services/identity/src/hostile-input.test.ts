/** Every call with what does not belong there: a sentence and a code, nothing changed, never a fault of ours. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/service/testing/test-service.ts';
import { startTestService } from '@nameloan/service/testing/test-service.ts';
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
  // Its password was given long ago, so that enrolling MFA asks for it.
  await sessions.raw.updateOne({ _id: person.sessionId }, { $unset: { passwordAt: '' } });
  await service.settle();
});
after(() => service.stop());

/** Call → its arguments, each with a good value. */
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
  const given = Object.keys(args).map((name) => `${name}: $${name}`);
  return `mutation (${types.join(', ')}) { ${call}(${given.join(', ')}) ${selections[call] ?? ''} }`;
}

const wrongTypes: unknown[] = [{ $ne: null }, { $gt: '' }, ['a'], true, 1.5, { toString: 'x' }];
const nastyTexts = [
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

async function present() {
  return JSON.stringify([
    await accounts.findMany({}),
    await sessions.findMany({}),
    await resets.findMany({}),
  ]);
}

for (const [call, args] of Object.entries(calls)) {
  test(`${call} refuses operator objects, lists and numbers, and changes nothing`, async () => {
    const before = await present();
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
    assert.equal(await present(), before);
  });

  test(`${call} answers nasty texts with a code, and changes nothing`, async () => {
    const before = await present();
    for (const name of Object.keys(args)) {
      for (const value of nastyTexts) {
        if (call === 'register' && name === 'password' && value.length > 8 && value.length < 129)
          continue;
        if (call === 'register' && name === 'name' && ['{"$ne":null}', '__proto__'].includes(value))
          continue;
        const answer = await person.call(document(call, args), { ...args, [name]: value });
        const about = `${name}: ${JSON.stringify(value.slice(0, 30))}`;
        assert.ok(answer.code && answer.code !== 'INTERNAL', `${about} answered ${answer.code}`);
        assert.ok((answer.message?.length ?? 0) < 2000, `${about} is echoed`);
      }
    }
    assert.equal(await present(), before);
  });
}
