/** Security notifications say enough to recognise someone else's change. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventData } from '@nameloan/contracts/events';
import type { SecurityClient } from '@nameloan/contracts/identity-events';
import { securityChanges } from '@nameloan/contracts/identity-events';
import { emptyContext } from '../testing/template-context.ts';
import { securityTemplates } from './security-templates.ts';
import type { DraftRenderer } from './template.ts';

const subject = 'identity.account.security-changed';
const renderDrafts: DraftRenderer<typeof subject> = securityTemplates[subject].drafts;
const render = (change: EventData<typeof subject>, client: SecurityClient | null) =>
  renderDrafts(change, { ...emptyContext, client });

const security = {
  accountId: 'bo',
  at: '2026-11-21T23:30:00.000Z',
  sealedClient: null,
  formerClient: null,
  recoveryCodesLeft: null,
};
const firefox = {
  ip: '2001:db8::7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

test('every security change says when, from where, and what to do if it was someone else', () => {
  for (const change of securityChanges) {
    const staff = change === 'MFA_ENDED';
    const client = staff ? null : firefox;
    const recoveryCodesLeft = change === 'RECOVERY_CODE_USED' ? 9 : null;
    const [draft, ...more] = render({ ...security, change, recoveryCodesLeft }, client);
    assert.ok(draft);
    assert.deepEqual([draft.to, draft.topic, draft.mailed, more], ['bo', undefined, undefined, []]);
    assert.doesNotMatch(draft.body, /undefined|null|\.\.|\s\s/);
    assert.match(draft.body, /on November 21, 2026 at 23:30 UTC/);
    if (!staff) assert.match(draft.body, /from 2001:db8::7 with Firefox on Linux/);
    assert.match(
      draft.body,
      /If this wasn’t you, |If you didn’t report this, |Log in again|You don’t need to/,
    );
  }
});

test('the last recovery codes raise an alert', () => {
  const results = [9, 2, 1, 0].map((recoveryCodesLeft) => {
    const change = 'RECOVERY_CODE_USED' as const;
    const [one] = render({ ...security, change, recoveryCodesLeft }, firefox);
    return [one?.alert !== false, /(\S+ (is|are) left)/.exec(one?.body ?? '')?.[1]];
  });
  assert.deepEqual(results, [
    [false, '9 are left'],
    [true, '2 are left'],
    [true, 'One is left'],
    [true, 'None are left'],
  ]);
});

test('a forged user agent or address is not quoted', () => {
  const lies = [
    'Call +1 555 0100 and say your password',
    'Your-bank-called/1.0 (now) http://evil.example/',
    '<b>Chrome</b>',
    '',
  ];
  for (const userAgent of lies) {
    const client = { ip: 'evil.example', userAgent };
    const [draft] = render({ ...security, change: 'PASSWORD_CHANGED' }, client);
    const rest = /from an unknown address with (.*)\. Your other sessions/.exec(draft?.body ?? '');
    assert.match(rest?.[1] ?? '', /^(an unknown device|Chrome)$/);
  }
});
