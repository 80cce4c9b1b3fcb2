/** Templates of security changes: when, from where, and what to do if it was someone else. */

import { isIP } from 'node:net';
import type { EventData } from '@nameloan/contracts/events';
import { formatDateTime } from '@nameloan/contracts/format-date';
import type { SecurityChange, SecurityClient } from '@nameloan/contracts/identity-events';
import { alertKeys } from './alert-keys.ts';
import { describeBrowser } from './describe-browser.ts';
import { securityRows } from './mail/rows.ts';
import type { NotificationDraft, Settlement, TemplateTable } from './template.ts';
import { accountSettings } from './template.ts';

type Change = EventData<'identity.account.security-changed'>;
type SecurityText = Pick<NotificationDraft, 'title' | 'body' | 'alert'>;

export const resetPasswordHint =
  'set a new password right away with “Forgot My Password” on the login page';

/** At or below this number an alert asks for new recovery codes. */
const lowRecoveryCodes = 2;

/** `origin`: time, address and browser, as a clause of the sentence. */
const securityTexts: Record<SecurityChange, (origin: string, change: Change) => SecurityText> = {
  PASSWORD_CHANGED: (origin) => ({
    title: 'Your password was changed',
    body: `Your password was changed ${origin}. Your other sessions were ended. If this wasn’t you, ${resetPasswordHint}.`,
    alert: false,
  }),
  PASSWORD_RESET: (origin) => ({
    title: 'Your password was reset',
    body: `Your password was reset with an emailed link ${origin}. All sessions were ended. If this wasn’t you, someone else can read your email: secure your mailbox first, then ${resetPasswordHint}.`,
    alert: false,
  }),
  MFA_ENABLED: (origin) => ({
    title: 'MFA was turned on',
    body: `MFA was turned on for your account ${origin}, and ten recovery codes were created. From now on, logging in also requires a code. If this wasn’t you, ${resetPasswordHint}, and contact us to remove that MFA.`,
    alert: false,
  }),
  MFA_DISABLED: (origin, { recoveryCodesLeft }) => ({
    title: 'MFA was turned off',
    body: `MFA was turned off for your account ${origin}${recoveryCodesLeft === null ? '' : ', with a recovery code'}. Logging in now takes only your password. If this wasn’t you, ${resetPasswordHint}, and turn MFA on again.`,
    alert: false,
  }),
  MFA_ENDED: (origin, { accountId }) => ({
    title: 'We turned off your MFA',
    body: `We turned off your MFA ${origin} because its loss was reported to us, and ended all sessions. Logging in now takes only your password, so turn MFA on again. If you didn’t report this, ${resetPasswordHint}, and contact us.`,
    alert: [alertKeys.mfa(accountId)],
  }),
  RECOVERY_CODE_USED: (origin, { accountId, recoveryCodesLeft }) => {
    const left = recoveryCodesLeft ?? 0;
    const rest = left === 1 ? 'One is left' : `${left === 0 ? 'None' : left} are left`;
    const renew = left > lowRecoveryCodes ? '' : ' To get new ones, turn MFA off and on again.';
    return {
      title: 'A recovery code was used to log in',
      body: `One of your recovery codes was used to log in ${origin}. ${rest}.${renew} If this wasn’t you, ${resetPasswordHint}, and turn MFA off and on again.`,
      alert: left <= lowRecoveryCodes ? [alertKeys.recoveryCodes(accountId)] : false,
    };
  },
  SESSION_STOLEN: (origin, { accountId }) => ({
    title: 'We ended one of your sessions for your security',
    body: `A key of one of your sessions was used twice, which happens when a session is stolen, so we ended it. The second use was ${origin}. Log in again, change your password and check your sessions.`,
    alert: [alertKeys.password(accountId)],
  }),
  EMAIL_CHANGED: (origin) => ({
    title: 'Your email was changed',
    body: `The new email of your account was confirmed ${origin}. Mail now goes there, and transfers out, payee changes and surrender are held until your former email can no longer stop the change. If this wasn’t you, use the link in the mail to your former email.`,
    alert: false,
  }),
  EMAIL_ACCEPTED: (origin) => ({
    title: 'Your email counts as verified',
    body: `New accounts verify their email now. Your account is older than that, so we marked its email as verified ${origin}. You don’t need to do anything. If you no longer read mail at this address, change it in Settings.`,
    alert: false,
  }),
  EMAIL_CHANGE_STOPPED: (origin, { accountId }) => ({
    title: 'The change of your email was stopped',
    body: `The change of your email was stopped ${origin}, with the link in the mail about it. All sessions were ended. The person who requested the change knew your password. Log in again with a new one: we mailed you a link to set it.`,
    alert: [alertKeys.password(accountId)],
  }),
  PAYEE_CHANGE_STOPPED: (origin, { accountId }) => ({
    title: 'The change of your payee was stopped',
    body: `The change of your payee was stopped ${origin}, with the link in the mail about it. All sessions were ended. The person who entered the details knew your password. Log in again with a new one: we mailed you a link to set it. Then check your payees.`,
    alert: [alertKeys.password(accountId)],
  }),
};

function settleBySecurityChange({ accountId, change }: Change): Settlement {
  const { password, mfa, recoveryCodes } = alertKeys;
  const names: Partial<Record<SecurityChange, string[]>> = {
    PASSWORD_CHANGED: [password(accountId)],
    PASSWORD_RESET: [password(accountId)],
    MFA_ENABLED: [mfa(accountId)],
    MFA_DISABLED: [recoveryCodes(accountId)],
    MFA_ENDED: [recoveryCodes(accountId)],
  };
  return { settled: names[change] ?? [] };
}

export const securityTemplates = {
  // No topic: each change gets its own notification and mail, even while an earlier one is unread.
  'identity.account.security-changed': {
    drafts: (change, { client }) => [
      {
        to: change.accountId,
        kind: 'SECURITY',
        subject: { type: 'ACCOUNT', id: change.accountId },
        link: accountSettings,
        rows: securityRows(change.at, client),
        ...securityTexts[change.change](describeOrigin(change.at, client), change),
      },
    ],
    settles: settleBySecurityChange,
  },
  'identity.account.registered': { without: 'only syncs the account copy' },
  'identity.account.changed': { without: 'only syncs the account copy' },
  'identity.account.deleted': {
    without: 'the account was never used and its address never verified',
  },
  'identity.session.revoked': {
    without: 'the user ended it, or the change that ended it has a notification',
  },
  'identity.reset.requested': { without: 'has its own mail and is never listed' },
  'identity.link.requested': { without: 'has its own mail and is never listed' },
  'identity.payee.changed': { without: 'lending notifies the parties of each loan that names it' },
  'identity.verification.requested': { without: 'has its own mail and is never listed' },
} as const satisfies TemplateTable;

/** "on November 21, 2026 at 23:30 UTC, from 192.0.2.7 with Firefox on Linux". */
function describeOrigin(at: string, client: SecurityClient | null): string {
  const when = `on ${formatDateTime(at)}`;
  if (!client) return when;
  const address = isIP(client.ip) === 0 ? 'an unknown address' : client.ip;
  return `${when}, from ${address} with ${describeBrowser(client.userAgent)}`;
}
