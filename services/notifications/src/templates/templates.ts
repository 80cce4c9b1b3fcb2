/** The template of every event. */

import type { Subject } from '@nameloan/contracts/events';
import { assignmentTemplates } from './assignment/assignment-templates.ts';
import { domainTemplates } from './domain-templates.ts';
import { loanTemplates } from './loan-templates.ts';
import { moneyTemplates } from './money-templates.ts';
import { offerTemplates } from './offer-templates.ts';
import { securityTemplates } from './security-templates.ts';
import type { NotificationTemplate } from './template.ts';

/** Exhaustive by type: an event has notifications, or a reason for having none. */
export const templates = {
  ...securityTemplates,
  ...domainTemplates,
  ...offerTemplates,
  ...loanTemplates,
  ...assignmentTemplates,
  ...moneyTemplates,
  'notifications.notification.added': { without: 'published by this service' },
} as const satisfies { readonly [S in Subject]: NotificationTemplate<S> };

/** The events that have notifications. */
export type NotifiedSubject = {
  [S in Subject]: (typeof templates)[S] extends { drafts: unknown } ? S : never;
}[Subject];
