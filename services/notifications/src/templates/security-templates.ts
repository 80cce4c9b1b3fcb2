/** What people are told about the safety of their account: when, from where, and what to do if it was not they. */

import { isIP } from 'node:net';
import { momentInWords } from '@nameloan/contracts/days-in-words.ts';
import type { EventData, SecurityChange } from '@nameloan/contracts/events.ts';
import { alertKeys } from './alert-keys.ts';
import { describeBrowser } from './describe-browser.ts';
import type { NotificationDraft, TemplateTable } from './template.ts';
import { accountSettings } from './template.ts';

type Change = EventData<'identity.account.security-changed'>;
type SecurityText = Pick<NotificationDraft, 'title' | 'body' | 'alert'>;

const resetPasswordHint = 'set a new password at once by “Forgot My Password” on the login page';

/** So few recovery codes left that new ones are due. */
const lowRecoveryCodes = 2;

/** `done`: the time, address and browser, as a part of the sentence. */
const securityTexts: Record<SecurityChange, (done: string, change: Change) => SecurityText> = {
  PASSWORD_CHANGED: (done) => ({
    title: 'Your password was changed',
    body: `Your password was changed ${done}, and your other sessions have ended. If it was not you, ${resetPasswordHint}.`,
    alert: false,
  }),
  PASSWORD_RESET: (done) => ({
    title: 'Your password was reset',
    body: `Your password was reset by a mailed link ${done}, and all sessions have ended. If it was not you, somebody else reads your mail: secure your mailbox first, then ${resetPasswordHint}.`,
    alert: false,
  }),
  MFA_ENABLED: (done) => ({
    title: 'MFA was switched on',
    body: `MFA was switched on for your account ${done}, and ten recovery codes were made. From now on a login takes a code. If it was not you, ${resetPasswordHint}, and contact us, so that we end that MFA.`,
    alert: false,
  }),
  MFA_DISABLED: (done, { recoveryCodesLeft }) => ({
    title: 'MFA was switched off',
    body: `MFA was switched off for your account ${done}${recoveryCodesLeft === null ? '' : ', with a recovery code'}. A login takes only your password now. If it was not you, ${resetPasswordHint}, and switch MFA on again.`,
    alert: false,
  }),
  MFA_ENDED: (done, { accountId }) => ({
    title: 'We ended your MFA',
    body: `Because its loss was reported to us, we ended your MFA ${done}, and all sessions have ended. A login takes only your password now, so please switch MFA on again. If you reported nothing, ${resetPasswordHint}, and contact us.`,
    alert: [alertKeys.mfa(accountId)],
  }),
  RECOVERY_CODE_USED: (done, { accountId, recoveryCodesLeft }) => {
    const left = recoveryCodesLeft ?? 0;
    const rest = left === 1 ? 'One is left' : `${left === 0 ? 'None' : left} are left`;
    const renew = left > lowRecoveryCodes ? '' : ' For new ones, switch MFA off and on again.';
    return {
      title: 'A recovery code was used to log in',
      body: `One of your recovery codes was used to log in ${done}. ${rest}.${renew} If it was not you, ${resetPasswordHint}, and switch MFA off and on again.`,
      alert: left <= lowRecoveryCodes ? [alertKeys.recoveryCodes(accountId)] : false,
    };
  },
  SESSION_STOLEN: (done, { accountId }) => ({
    title: 'A session of yours was ended for safety',
    body: `A login of yours was used from two places, which happens when it is stolen, so we have ended that session. The second use was ${done}. Please log in again, change your password and look through your sessions.`,
    alert: [alertKeys.password(accountId)],
  }),
};

export const securityTemplates = {
  // No topic: each is a notification and a mail of its own, also while an earlier one is unread.
  'identity.account.security-changed': (change) => [
    {
      to: change.accountId,
      kind: 'SECURITY',
      subject: { type: 'ACCOUNT', id: change.accountId },
      link: accountSettings,
      ...securityTexts[change.change](describeOrigin(change), change),
    },
  ],
} as const satisfies TemplateTable;

/** "on November 21, 2026 at 23:30 UTC, from 192.0.2.7 with Firefox on Linux". */
function describeOrigin({ at, from }: Change): string {
  const when = `on ${momentInWords(at)}`;
  if (!from) return when;
  const address = isIP(from.ip) === 0 ? 'an unknown address' : from.ip;
  return `${when}, from ${address} with ${describeBrowser(from.userAgent)}`;
}
