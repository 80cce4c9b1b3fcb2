/** Mail preferences by notification kind; the in-app list is always on (docs/product-rules.md, Notifications). */

import type { Recipient } from '../recipient/recipient.ts';
import type { NotificationKind } from '../templates/notification-kind.ts';
import { alwaysMailed, notificationKinds } from '../templates/notification-kind.ts';

/** Name of a notification kind in the preferences. */
export type MailGroup = Lowercase<NotificationKind>;
export type MailSwitches = Record<MailGroup, boolean>;

export const toMailGroup = (kind: NotificationKind) => kind.toLowerCase() as MailGroup;
export const isAlwaysMailed = (kind: NotificationKind): boolean =>
  (alwaysMailed as readonly NotificationKind[]).includes(kind);

/** Old notifications have no kind, so their mails can't be turned off. */
export function wantsMail(
  { mailOff = [] }: Recipient,
  kind: NotificationKind | undefined,
): boolean {
  return kind === undefined || isAlwaysMailed(kind) || !mailOff.includes(kind);
}

export function toMailSwitches(recipient: Recipient): MailSwitches {
  return Object.fromEntries(
    notificationKinds.map((kind) => [toMailGroup(kind), wantsMail(recipient, kind)]),
  ) as MailSwitches;
}

/** The groups that are off after the change, and a validation error for each group that must stay on, keyed `mail.group`. */
export function changeSwitches(
  recipient: Recipient,
  input: Partial<Record<MailGroup, boolean | null>>,
): { mailOff: NotificationKind[]; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const mailOff = notificationKinds.filter((kind) => {
    const on = input[toMailGroup(kind)] ?? wantsMail(recipient, kind);
    if (!on && isAlwaysMailed(kind)) {
      errors[`mail.${toMailGroup(kind)}`] =
        `Mail about ${alwaysMailedLabels[kind]} can’t be turned off.`;
    }
    return !on;
  });
  return { mailOff, errors };
}

const alwaysMailedLabels: Record<(typeof alwaysMailed)[number], string> &
  Partial<Record<string, string>> = {
  SECURITY: 'the security of your account',
  SIGNATURE: 'contracts to sign',
  DUE: 'due loans',
  NOTICE: 'notices of default',
  DISPUTE: 'disputes',
};
