/** What a person is told of a change of their account's security: enough to see whether it was they. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventData } from '@nameloan/contracts/events.ts';
import { securityChanges } from '@nameloan/contracts/events.ts';
import { securityTemplates } from './security-templates.ts';
import type { NotificationTemplate } from './template.ts';

const subject = 'identity.account.security-changed';
const words: NotificationTemplate<typeof subject> = securityTemplates[subject];
const tell = (change: EventData<typeof subject>) => words(change, { loan: null, operatorIds: [] });

const security = {
  accountId: 'bo',
  at: '2026-11-21T23:30:00.000Z',
  from: {
    ip: '2001:db8::7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  },
  recoveryCodesLeft: null,
};

test('every change of security says when, from where, and what to do if it was someone else', () => {
  for (const change of securityChanges) {
    const staff = change === 'MFA_ENDED';
    const from = staff ? null : security.from;
    const recoveryCodesLeft = change === 'RECOVERY_CODE_USED' ? 9 : null;
    const [told, ...more] = tell({ ...security, change, from, recoveryCodesLeft });
    assert.ok(told);
    assert.deepEqual([told.to, told.topic, told.mailed, more], ['bo', undefined, undefined, []]);
    assert.doesNotMatch(told.body, /undefined|null|\.\.|\s\s/);
    assert.match(told.body, /on November 21, 2026 at 23:30 UTC/);
    if (!staff) assert.match(told.body, /from 2001:db8::7 with Firefox on Linux/);
    assert.match(told.body, /If it was not you, |If you reported nothing, |Please log in again/);
  }
});

test('the last recovery codes raise an alert', () => {
  const told = [9, 2, 1, 0].map((recoveryCodesLeft) => {
    const change = 'RECOVERY_CODE_USED' as const;
    const [one] = tell({ ...security, change, recoveryCodesLeft });
    return [one?.alert !== false, /(\S+ (is|are) left)/.exec(one?.body ?? '')?.[1]];
  });
  assert.deepEqual(told, [
    [false, '9 are left'],
    [true, '2 are left'],
    [true, 'One is left'],
    [true, 'None are left'],
  ]);
});

test('a browser line and an address that somebody made up are not quoted', () => {
  const lies = [
    'Call +1 555 0100 and say your password',
    'Your-bank-called/1.0 (now) http://evil.example/',
    '<b>Chrome</b>',
    '',
  ];
  for (const userAgent of lies) {
    const from = { ip: 'evil.example', userAgent };
    const [told] = tell({ ...security, change: 'PASSWORD_CHANGED', from });
    const rest = /from an unknown address with (.*), and your other sessions/.exec(
      told?.body ?? '',
    );
    assert.match(rest?.[1] ?? '', /^(a program that is no known browser|Chrome)$/);
  }
});
