/** Collection of mail windows; MongoDB deletes them a month after they were opened. */

import { defineModel } from '../service-context.ts';
import type { MailWindow } from './mail-window.ts';

export const mailWindows = defineModel<MailWindow>('mail_windows', {
  label: 'mail window',
  fields: { version: Number, endsAt: Date, round: Number, openedAt: Date },
  indexes: [[{ openedAt: 1 }, { expireAfterSeconds: 30 * 86_400 }]],
});
