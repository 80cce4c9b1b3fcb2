/** What people are told about the safety of their account. */

import type { EventData } from '@nameloan/contracts/events.ts';
import type { Wording, WordTable } from './wording.ts';
import { accountSettings } from './wording.ts';

type Reason = EventData<'identity.session.revoked'>['reason'];

/** Null: they ended it in person. A topic gathers the sessions that end by one cause. */
const endedBecause: Record<Reason, Pick<Wording, 'title' | 'body' | 'alert'> | null> = {
  LOGOUT: null,
  ENDED_BY_USER: null,
  RESET: {
    title: 'Your password was reset',
    body: 'Your password was reset by mail and all open sessions have ended. If it was not you, please set a new password at once.',
    alert: false,
  },
  PASSWORD_CHANGED: {
    title: 'Your password was changed',
    body: 'Your password was changed and your other sessions have ended. If it was not you, please reset your password at once.',
    alert: false,
  },
  TOKEN_THEFT: {
    title: 'A session of yours was ended for safety',
    body: 'A login of yours was used from two places, which happens when it is stolen, so we have ended that session. Please log in again, change your password and look through your sessions.',
    alert: true,
  },
};

export const securityWordings = {
  'identity.session.revoked': ({ accountId, reason }) => {
    const told = endedBecause[reason];
    if (!told) return [];
    return [{ to: accountId, link: accountSettings, topic: `sessions ended: ${reason}`, ...told }];
  },
} as const satisfies WordTable;
