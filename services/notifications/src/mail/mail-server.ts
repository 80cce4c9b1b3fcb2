/** SMTP client. */

import { readLetterhead } from '@nameloan/brand/letterhead';
import { isLoopback } from '@nameloan/runtime/loopback';
import { traced } from '@nameloan/runtime/trace';
import type { Transporter } from 'nodemailer';
import nodemailer from 'nodemailer';
import { settings } from '../config.ts';
import { oneLine } from './mail.ts';
import type { RenderedMail } from './mail-content.ts';
import { letterheadId } from './mail-html.ts';

let transport: Transporter | undefined;
let letterhead: Buffer | undefined;

/** RFC 5321 section 4.2: a reply starts with three digits. nodemailer checks only the first. */
const taken = /^2\d\d(?:[ -]|$)/;

/** Connections open with the first mail. */
export function openMailServer(): void {
  const { SMTP_URL, SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD, SMTP_CA, SMTP_TIMEOUT_MS } =
    settings.value;
  const bounds = {
    pool: true as const,
    maxConnections: 3,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
  const server = SMTP_URL
    ? { url: SMTP_URL }
    : {
        host: SMTP_HOST,
        port: SMTP_PORT,
        secure: SMTP_PORT === 465,
        ...(SMTP_USER ? { auth: { user: SMTP_USER, pass: SMTP_PASSWORD ?? '' } } : {}),
      };
  const trust = SMTP_CA ? { tls: { ca: SMTP_CA } } : {};
  const host = SMTP_URL ? new URL(SMTP_URL).hostname : SMTP_HOST;
  // Otherwise a server, or an attacker in the path, that offers no STARTTLS would get mail and password in clear text.
  const requireTLS = !isLoopback(host);
  transport = nodemailer.createTransport({ ...server, ...bounds, ...trust, requireTLS });
}

export function closeMailServer(): void {
  transport?.close();
  transport = undefined;
}

/** Where a mail goes, what it says, and how its reader turns this kind of mail off with one click (RFC 8058). */
export interface OutgoingMail {
  to: { name: string; email: string };
  rendered: RenderedMail;
  unsubscribeUrl?: string | undefined;
}

/**
 * Sends one mail. `key` makes its Message-ID, so a resend after a crash is recognised as the same mail. Throws if the
 * server does not accept it.
 */
export async function sendMail(
  key: string,
  { to, rendered, unsubscribeUrl }: OutgoingMail,
): Promise<void> {
  const server = transport;
  if (!server) throw new Error('the mail server is not open');
  const from = settings.value.MAIL_FROM;
  letterhead ??= readLetterhead();
  const host = /@([^>]+)>?$/.exec(from)?.[1] ?? 'nameloan.example';
  const mail = {
    from,
    to: { name: oneLine(to.name), address: to.email },
    subject: rendered.subject,
    text: rendered.text,
    html: rendered.html,
    messageId: `<${key}@${host}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl && {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    attachments: [
      {
        filename: 'nameloan.png',
        contentType: 'image/png',
        contentDisposition: 'inline' as const,
        cid: letterheadId,
        content: letterhead,
      },
    ],
  };
  await traced('SMTP send', { kind: 'client' }, async () => {
    const { response } = await server.sendMail(mail);
    if (!taken.test(response ?? '')) throw new Error('the mail server sent an invalid SMTP reply');
  });
}
