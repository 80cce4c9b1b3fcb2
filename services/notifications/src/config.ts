/** Settings of the notifications service. */

import { defineSettings, setting } from '@nameloan/runtime/settings';
import { z } from 'zod';

export const settings = defineSettings({
  /** Mail server URL, `smtp://user:password@host:port`; overrides the settings below. A query is rejected because it could turn TLS off. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s?#]+$/, 'not an SMTP URL without a query')
    .refine((url) => URL.canParse(url), 'not an SMTP URL')
    .optional(),
  SMTP_HOST: z.string().min(1).default('127.0.0.1'),
  SMTP_PORT: setting.port(587),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  /** PEM of the CA that issued the mail server's certificate; default: the system's CAs. */
  SMTP_CA: setting.pem().optional(),
  /** Sender: `address` or `Name <address>`. */
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'not a mail address')
    .default('Nameloan <notices@nameloan.example>'),
  /** How long a digest, an evidence mail or a chat mail is delayed to collect more events. Business time. */
  DIGEST_WAIT_MS: setting.milliseconds(5 * 60_000),
  SMTP_TIMEOUT_MS: setting.milliseconds(10_000),
});
