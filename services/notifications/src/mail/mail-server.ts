/** The connection to the mail server, and the one way a mail leaves. */

import { isLoopback } from '@nameloan/service/loopback.ts';
import { traced } from '@nameloan/service/trace.ts';
import type { Transporter } from 'nodemailer';
import nodemailer from 'nodemailer';
import { settings } from '../config.ts';
import type { Parts } from './mail.ts';
import { oneLine } from './mail.ts';

let transport: Transporter | undefined;

/** RFC 5321 section 4.2: a reply starts with three digits. nodemailer reads the first one alone. */
const taken = /^2\d\d(?:[ -]|$)/;

/** Opens nothing yet: connections are made with the first mail. */
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
  // Without it a server, or whoever sits before it, that offers no STARTTLS gets mail and password in clear.
  const requireTLS = !isLoopback(host);
  transport = nodemailer.createTransport({ ...server, ...bounds, ...trust, requireTLS });
}

export function closeMailServer(): void {
  transport?.close();
  transport = undefined;
}

/**
 * Sends one mail. `key` names it for ever: sent again after a crash it carries the same Message-ID, by
 * which mailboxes know it. Throws when the server does not take it.
 */
export async function sendMail(
  key: string,
  { to, parts }: { to: { name: string; email: string }; parts: Parts },
): Promise<void> {
  const server = transport;
  if (!server) throw new Error('the mail server is used before the start');
  const from = settings.value.MAIL_FROM;
  const host = /@([^>]+)>?$/.exec(from)?.[1] ?? 'nameloan.example';
  const mail = {
    from,
    to: { name: oneLine(to.name), address: to.email },
    subject: parts.subject,
    text: parts.text,
    html: parts.html,
    messageId: `<${key}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
  await traced('SMTP send', { kind: 'client' }, async () => {
    const { response } = await server.sendMail(mail);
    if (!taken.test(response ?? ''))
      throw new Error('the mail server answered what is no reply of SMTP');
  });
}
