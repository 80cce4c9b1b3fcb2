/** Settings of the notifications service; the only place that knows their names. */

import { defineSettings, setting } from '@nameloan/service/settings.ts';
import { z } from 'zod';

export const settings = defineSettings({
  /** The mail server as one URL, `smtp://user:password@host:port`; it wins over the parts below. A query could turn TLS off. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s?#]+$/, 'not an SMTP URL without a query')
    .refine((url) => URL.canParse(url), 'not an SMTP URL')
    .optional(),
  SMTP_HOST: z.string().min(1).default('127.0.0.1'),
  SMTP_PORT: setting.port(587),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  /** PEM of the authority that the mail server's certificate comes from; default: the system's. */
  SMTP_CA: setting.pem().optional(),
  /** Who mails come from: `address` or `Name <address>`. */
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'not a mail address')
    .default('Nameloan <notices@nameloan.example>'),
  /** How long a mail of the first reminder of a day, or of evidence, waits for what belongs in it. Business time. */
  DIGEST_WAIT_MS: setting.milliseconds(5 * 60_000),
  SMTP_TIMEOUT_MS: setting.milliseconds(10_000),
});
