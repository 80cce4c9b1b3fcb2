/** Settings of the notifications service. */

import { defineSettings, setting } from '@nameloan/runtime/settings';
import { z } from 'zod';

export const settings = defineSettings({
  // A query is rejected because it could turn TLS off.
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^\s?#]+$/, 'not an SMTP URL without a query')
    .refine((url) => URL.canParse(url), 'not an SMTP URL')
    .optional()
    .meta({
      description:
        'Mail server as `smtp://user:password@host:port`; overrides the next four. Without the sandbox `npm start` requires it or `SMTP_HOST`.',
      secret: true,
    }),
  SMTP_HOST: z.string().min(1).default('127.0.0.1').describe('Mail server.'),
  SMTP_PORT: setting.port(587).describe('Port 465 uses TLS from the start, others STARTTLS.'),
  SMTP_USER: z.string().optional().describe('Login at the mail server.'),
  SMTP_PASSWORD: z
    .string()
    .optional()
    .meta({ description: 'Password at the mail server.', secret: true }),
  SMTP_CA: setting.pem().optional().meta({
    description: 'PEM of the authority that issued the mail server’s certificate.',
    shownDefault: 'the system’s authorities',
  }),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'not a mail address')
    .default('Nameloan <notices@nameloan.example>')
    .describe('Sender: `address` or `Name <address>`.'),
  DIGEST_WAIT_MS: setting
    .milliseconds(5 * 60_000)
    .describe(
      'How long a digest, an evidence mail or a chat mail is delayed to collect more events, in business time; `npm start` with the sandbox uses 2000.',
    ),
  MAIL_JOIN_MS: setting
    .milliseconds(10 * 60_000)
    .describe(
      'How long after a mail further ones to the same person about the same loan or listing are collected into one, in wall time. Alerts are never delayed.',
    ),
  SMTP_TIMEOUT_MS: setting.milliseconds(10_000).describe('Timeout of the mail server.'),
});
