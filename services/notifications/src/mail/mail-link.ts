/** Mails the links of identity that go to a given address: they confirm a new one, or undo something without a login. */

import type { Event } from '@nameloan/contracts/events';
import { formatDateTime } from '@nameloan/contracts/format-date';
import type { AccountLink } from '@nameloan/contracts/identity-events';
import { accountLink } from '@nameloan/contracts/identity-events';
import type { Job } from '@nameloan/persistence/jobs';
import type { Tx } from '@nameloan/persistence/tx';
import { accountNow } from '@nameloan/runtime/clock';
import type { MailRow } from '../mail-row/mail-row.ts';
import { request, serviceContext } from '../service-context.ts';
import { describeBrowser } from '../templates/describe-browser.ts';
import { deliverMail } from './deliver-mail.ts';

const kind = 'mail-link';
const purpose = 'identity.link.requested';
type LinkEvent = Event<typeof purpose>;

interface LinkMail {
  subject: string;
  paragraphs: string[];
  label: string;
  /** The page that reads the token from the fragment. */
  path: string;
}

export async function scheduleLink(event: LinkEvent, tx: Tx): Promise<void> {
  await tx.schedule({ kind, key: event.id, data: { ...event.data } });
}

const mails: Record<LinkEvent['data']['kind'], (link: AccountLink, until: string) => LinkMail> = {
  CONFIRM_EMAIL: (_, until) => ({
    subject: 'Confirm your new email',
    paragraphs: [
      'Someone, most likely you, wants to use this address for a Nameloan account.',
      `The link below confirms it and expires on ${until}. If this wasn’t you, ignore this mail.`,
    ],
    label: 'Confirm Email',
    path: '/verify-email',
  }),
  STOP_EMAIL_CHANGE: ({ newEmail }, until) => ({
    subject: 'Your email is being changed',
    paragraphs: [
      `Someone, most likely you, asked to change the email of your Nameloan account to ${newEmail}.`,
      `If this wasn’t you, stop the change until ${until}. The link works without a login, also after the new email was confirmed. It ends all sessions and mails you a link to set a new password.`,
    ],
    label: 'Stop the Change',
    path: '/stop/email-change',
  }),
  STOP_LOGIN: ({ client }, until) => ({
    subject: 'New login to your account',
    paragraphs: [
      `Someone logged in to your Nameloan account from ${client?.ip ?? 'an unknown address'} with ${describeBrowser(client?.userAgent ?? '')}, a network and a browser that we haven’t seen before.`,
      `If this was you, ignore this mail. If not, the link below ends that session and mails you a link to set a new password. It works until ${until}.`,
    ],
    label: 'This Wasn’t Me',
    path: '/stop/login',
  }),
  STOP_PAYEE_CHANGE: ({ payee }, until) => {
    const added = !payee?.formerMasked;
    return {
      subject: added ? 'A payee was added to your account' : 'A payee of your account was changed',
      paragraphs: [
        describePayee(payee),
        `If this wasn’t you, stop it until ${until}. The link works without a login, also if the details are valid by then. It ends all sessions and mails you a link to set a new password.`,
      ],
      label: added ? 'Remove the Payee' : 'Stop the Change',
      path: '/stop/payee-change',
    };
  },
};

/** What was requested from where, and until when the link works. */
function describeLink({ newEmail, client, payee }: AccountLink, until: string): MailRow[] {
  return [
    ...(newEmail ? [{ label: 'New email', value: newEmail }] : []),
    ...(client ? [{ label: 'IP address', value: client.ip }] : []),
    ...(client ? [{ label: 'Browser', value: describeBrowser(client.userAgent) }] : []),
    ...(payee ? [{ label: 'Payee', value: payee.masked }] : []),
    { label: 'Link works until', value: until },
  ];
}

/** Short forms only: a mail is no place to read where to pay. */
function describePayee(payee: AccountLink['payee']): string {
  if (!payee) return 'Someone, most likely you, changed where your Nameloan account is paid.';
  const { masked, holder, formerMasked, effectiveAt } = payee;
  const details = `${masked}, held by ${holder}`;
  return formerMasked === null
    ? `Someone, most likely you, added a payee to your Nameloan account: ${details}.`
    : `Someone, most likely you, changed a payee of your Nameloan account from ${formerMasked} to ${details}. The new details are valid from ${formatDateTime(effectiveAt)}.`;
}

/**
 * Sends nothing if the link has expired. Throws UNAVAILABLE while identity does not answer, so that the job is retried.
 */
export async function mailLink(job: Job): Promise<void> {
  const data = job.data as LinkEvent['data'];
  if (Date.parse(data.expiresAt) <= accountNow().getTime()) return;
  const link = accountLink.parse(JSON.parse(serviceContext.decrypt(data.sealedLink, purpose)));
  const { name } = await request('identity.account', { accountId: data.accountId });
  const until = formatDateTime(data.expiresAt);
  const { subject, paragraphs, label, path } = mails[data.kind](link, until);
  const url = `${serviceContext.publicUrl}${path}#token=${encodeURIComponent(link.token)}`;
  await deliverMail(
    job,
    { name, email: link.email },
    { subject, name, paragraphs, rows: describeLink(link, until), action: { label, url } },
  );
}
