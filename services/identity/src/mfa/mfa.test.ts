/** MFA over GraphQL: enrolment, single-use codes, recovery codes and turning it off. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestService } from '@nameloan/testkit/service/test-service';
import { startTestService } from '@nameloan/testkit/service/test-service';
import { accounts } from '../account/account.model.ts';
import { identityService } from '../service.ts';
import { registerPerson } from '../testing/register-person.ts';
import {
  confirmCall,
  disableCall,
  enableMfa,
  enrollCall,
  makeCode,
  wrongCode,
} from '../testing/with-mfa.ts';

let service: TestService;
before(async () => {
  service = await startTestService(identityService, { RATE_LIMITS: 'off' });
});
after(() => service.stop());

test('an enrolment returns key, URI and QR code, and changes nothing until a code confirms it', async () => {
  const person = await registerPerson(service);
  const { data } = await person.call(enrollCall);
  const { key, otpauthUri, qr } = data.enrollMfa;
  assert.match(key, /^[A-Z2-7]{32}$/);
  assert.ok(otpauthUri.startsWith('otpauth://totp/Nameloan'));
  assert.ok(otpauthUri.includes(`secret=${key}`));
  assert.ok(otpauthUri.includes(encodeURIComponent(person.email)));
  const svg = Buffer.from(qr.replace('data:image/svg+xml;base64,', ''), 'base64').toString();
  assert.ok(svg.includes('<svg'));
  assert.equal((await person.logIn()).code, undefined);
  const wrong = await person.call(confirmCall, { mfa: wrongCode(key) });
  assert.equal(wrong.code, 'INVALID_INPUT');
  assert.deepEqual(wrong.fields, { mfa: 'Invalid MFA code' });
  assert.equal((await person.call('{ self { mfaEnabled } }')).data.self.mfaEnabled, false);
});

test('with MFA on a login without code is MFA_REQUIRED, with a wrong one MFA_INVALID', async () => {
  const person = await registerPerson(service);
  const { key } = await enableMfa(person);
  for (const mfa of [undefined, '']) {
    const answer = await person.logIn(mfa === undefined ? {} : { mfa });
    assert.deepEqual([answer.code, answer.message], ['MFA_REQUIRED', 'MFA code required']);
  }
  for (const mfa of [wrongCode(key), '12345', 'abc', 'x'.repeat(10_000), '00000-00000']) {
    const answer = await person.logIn({ mfa });
    assert.deepEqual([answer.code, answer.message], ['MFA_INVALID', 'Invalid MFA code']);
  }
  const wrongPassword = await person.logIn({ password: 'wrong', mfa: makeCode(key, 1) });
  assert.equal(wrongPassword.code, 'UNAUTHENTICATED');
  assert.equal((await person.logIn({ mfa: makeCode(key, 1) })).code, undefined);
});

test('the code that confirmed the enrolment cannot log in', async () => {
  const person = await registerPerson(service);
  const { data } = await person.call(enrollCall);
  const code = makeCode(data.enrollMfa.key);
  assert.equal((await person.call(confirmCall, { mfa: code })).code, undefined);
  assert.equal((await person.logIn({ mfa: code })).code, 'MFA_INVALID');
});

test('one code used by eight concurrent logins opens one session', async () => {
  const person = await registerPerson(service);
  const { key } = await enableMfa(person);
  const mfa = makeCode(key, 1);
  const answers = await Promise.all(Array.from({ length: 8 }, () => person.logIn({ mfa })));
  const codes = answers.map((answer) => answer.code ?? 'OK').sort();
  assert.deepEqual(codes, [...Array(7).fill('MFA_INVALID'), 'OK']);
});

test('each of ten recovery codes works once, in any notation, even in concurrent logins', async () => {
  const person = await registerPerson(service);
  const { recoveryCodes } = await enableMfa(person);
  assert.equal(new Set(recoveryCodes).size, 10);
  const [first = '', second = '', third = ''] = recoveryCodes;
  assert.equal((await person.logIn({ mfa: first })).code, undefined);
  assert.equal((await person.logIn({ mfa: first })).code, 'MFA_INVALID');
  assert.equal(
    (await person.logIn({ mfa: ` ${second.toUpperCase().replace('-', ' ')}` })).code,
    undefined,
  );
  const answers = await Promise.all(Array.from({ length: 8 }, () => person.logIn({ mfa: third })));
  assert.equal(answers.filter((answer) => answer.code === undefined).length, 1);
  const { mfa } = await accounts.get(person.accountId);
  assert.equal(mfa?.recoveryHashes.length, 7);
});

test('key and recovery codes are not stored in clear text', async () => {
  const person = await registerPerson(service);
  const { key, recoveryCodes } = await enableMfa(person);
  const stored = JSON.stringify(await accounts.get(person.accountId));
  for (const secret of [
    key,
    ...recoveryCodes,
    ...recoveryCodes.map((code) => code.replace('-', '')),
  ]) {
    assert.ok(!stored.includes(secret));
  }
});

test('a recovery code does not work for another account', async () => {
  const person = await registerPerson(service);
  const other = await registerPerson(service);
  const { recoveryCodes } = await enableMfa(person);
  await enableMfa(other);
  assert.equal((await other.logIn({ mfa: recoveryCodes[0] ?? '' })).code, 'MFA_INVALID');
});

test('of eight concurrent confirmations one turns MFA on', async () => {
  const person = await registerPerson(service);
  const { data } = await person.call(enrollCall);
  const mfa = makeCode(data.enrollMfa.key);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => person.call(confirmCall, { mfa })),
  );
  assert.deepEqual(answers.map((answer) => answer.code ?? 'OK').sort(), [
    ...Array(7).fill('CONFLICT'),
    'OK',
  ]);
  const confirmed = answers.find((answer) => answer.code === undefined);
  const [code] = confirmed?.data.confirmMfa.recoveryCodes ?? [];
  assert.equal((await person.logIn({ mfa: code })).code, undefined);
});

test('a code turns MFA off, and then a login needs none', async () => {
  const person = await registerPerson(service);
  const { key, recoveryCodes } = await enableMfa(person);
  for (const mfa of [wrongCode(key), '']) {
    assert.equal((await person.call(disableCall, { mfa })).code, 'INVALID_INPUT');
  }
  assert.equal((await person.logIn()).code, 'MFA_REQUIRED');
  const off = await person.call(disableCall, { mfa: makeCode(key, 1) });
  assert.deepEqual(off.data.disableMfa, { mfaEnabled: false });
  assert.equal((await person.logIn()).code, undefined);
  assert.equal((await person.call(disableCall, { mfa: recoveryCodes[0] })).code, 'CONFLICT');
});

test('codes are accepted as users paste them', async () => {
  const person = await registerPerson(service);
  const { key } = (await person.call(enrollCall)).data.enrollMfa;
  const spaced = (code: string) => ` ${code.slice(0, 3)}\u00a0${code.slice(3)}\n`;
  const { data } = await person.call(confirmCall, { mfa: spaced(makeCode(key)) });
  const [first, second, third] = data.confirmMfa.recoveryCodes as [string, string, string];
  for (const mfa of [
    spaced(makeCode(key, 1)),
    ` ${first.replace('-', ' ')} `,
    second.replace('-', ' – ').toUpperCase(),
    `\u200b${third.split('').join(' ')}`,
  ])
    assert.equal((await person.logIn({ mfa })).code, undefined, JSON.stringify(mfa));
  assert.equal((await person.logIn({ mfa: `${makeCode(key)} 7` })).code, 'MFA_INVALID');
});

test('enrolling while MFA is on, and confirming without an enrolment, are conflicts', async () => {
  const person = await registerPerson(service);
  assert.equal((await person.call(confirmCall, { mfa: '123456' })).code, 'CONFLICT');
  const { recoveryCodes } = await enableMfa(person);
  assert.equal((await person.call(enrollCall)).code, 'CONFLICT');
  assert.equal((await person.call(disableCall, { mfa: recoveryCodes[3] })).code, undefined);
  assert.equal((await person.call(enrollCall)).code, undefined);
});

test('anonymous callers cannot enrol, confirm or disable', async () => {
  const visitor = service.as(null);
  assert.equal((await visitor(enrollCall)).code, 'UNAUTHENTICATED');
  assert.equal((await visitor(confirmCall, { mfa: '123456' })).code, 'UNAUTHENTICATED');
  assert.equal((await visitor(disableCall, { mfa: '123456' })).code, 'UNAUTHENTICATED');
});
