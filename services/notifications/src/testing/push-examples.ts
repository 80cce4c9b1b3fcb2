/** Test table: an example of each event of a push, and what it notifies. */

import type { Examples } from './money-examples.ts';

const at = '2026-11-21T23:30:00.000Z';
const push = {
  ...{ domainId: 'd1', accountId: 'bo', name: 'example.com' },
  ...{ pushId: 'p1', toAccountId: 'le' },
};
const bothOwners: [[string, boolean, string], [string, boolean, string]] = [
  ['bo', false, '/app/my-domains'],
  ['le', false, '/app/my-domains'],
];

type PushSubject =
  | 'domains.domain.push-offered'
  | 'domains.domain.push-ended'
  | 'domains.domain.pushed';

export const pushExamples: Examples<PushSubject> = {
  'domains.domain.push-offered': [
    { ...push, acceptableFrom: at, expiresAt: at },
    [bothOwners[0], ['le', true, '/app/my-domains']],
    /no longer yours/,
  ],
  'domains.domain.push-ended': [{ ...push, end: 'WITHDRAWN' }, bothOwners, /stays yours/],
  'domains.domain.pushed': [{ ...push, fromAccountId: 'le' }, bothOwners, /moved to your account/],
};
