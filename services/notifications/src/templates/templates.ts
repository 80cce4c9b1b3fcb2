/** All notification templates, and the events without one, with the reason. */

import type { Subject } from '@nameloan/contracts/events';
import { domainTemplates } from './domain-templates.ts';
import { loanTemplates } from './loan-templates.ts';
import { moneyTemplates } from './money-templates.ts';
import { offerTemplates } from './offer-templates.ts';
import { securityTemplates } from './security-templates.ts';
import type { TemplateTable } from './template.ts';

export const templates = {
  ...securityTemplates,
  ...domainTemplates,
  ...offerTemplates,
  ...loanTemplates,
  ...moneyTemplates,
} as const satisfies TemplateTable;

/** Events without a notification, with the reason. Together with `templates` they cover every subject (compiler-checked). */
export const eventsWithoutNotification = {
  'identity.account.registered': 'only syncs the account copy',
  'identity.account.changed': 'only syncs the account copy',
  'identity.session.revoked': 'the user ended it, or the change that ended it has a notification',
  'identity.reset.requested': 'has its own mail and is never listed',
  'domains.domain.added': 'the user did it just now',
  'domains.domain.removed': 'the user did it just now',
  'domains.domain.appraised': 'shown on the domain',
  'domains.domain.reserved': 'the contract that follows has a notification',
  'domains.domain.reservation-refused': 'the loan’s transition has a notification',
  'lending.listing.opened': 'the user did it just now',
  'lending.escrow.signed': 'the loan’s transition has a notification',
  'lending.escrow.collateral-held': 'the loan’s transition has a notification',
  'lending.escrow.collateral-released': 'the loan’s transition has a notification',
  'lending.escrow.collateral-seized': 'the loan’s transition has a notification',
  'payments.deposit.started': 'the user did it just now',
  'payments.deposit.settled': 'the outcome of the deposit has a notification',
  'payments.hold.placed': 'its transfer or renewal has a notification',
  'payments.hold.released': 'its transfer or renewal has a notification',
  'notifications.notification.added': 'published by this service',
} as const satisfies Record<Exclude<Subject, keyof typeof templates>, string>;
