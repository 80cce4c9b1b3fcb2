/** What mail a person wants, by group of events; the list is always on (product.md section 8). */

import type { Recipient } from '../recipient/recipient.ts';
import type { NotificationKind } from '../templates/notification-kind.ts';
import { alwaysMailed, notificationKinds } from '../templates/notification-kind.ts';

/** A group as preferences name it. */
export type MailGroup = Lowercase<NotificationKind>;
export type MailSwitches = Record<MailGroup, boolean>;

export const groupOf = (kind: NotificationKind) => kind.toLowerCase() as MailGroup;
export const isAlwaysMailed = (kind: NotificationKind): boolean =>
  (alwaysMailed as readonly NotificationKind[]).includes(kind);

export function wantsMail({ mailOff = [] }: Recipient, kind: NotificationKind): boolean {
  return isAlwaysMailed(kind) || !mailOff.includes(kind);
}

export function switchesOf(recipient: Recipient): MailSwitches {
  return Object.fromEntries(
    notificationKinds.map((kind) => [groupOf(kind), wantsMail(recipient, kind)]),
  ) as MailSwitches;
}

/** The groups that are off after the change. A sentence for each switch that cannot be: keyed `mail.group`. */
export function changeSwitches(
  recipient: Recipient,
  asked: Partial<Record<MailGroup, boolean | null>>,
): { mailOff: NotificationKind[]; faults: Record<string, string> } {
  const faults: Record<string, string> = {};
  const mailOff = notificationKinds.filter((kind) => {
    const on = asked[groupOf(kind)] ?? wantsMail(recipient, kind);
    if (!on && isAlwaysMailed(kind)) {
      faults[`mail.${groupOf(kind)}`] = `Mail about ${names[kind]} cannot be switched off.`;
    }
    return !on;
  });
  return { mailOff, faults };
}

const names: Record<(typeof alwaysMailed)[number], string> & Partial<Record<string, string>> = {
  SECURITY: 'the safety of your account',
  SIGNATURE: 'contracts to sign',
  DUE: 'loans that are due',
  NOTICE: 'notices of default',
  DISPUTE: 'disputes',
};
