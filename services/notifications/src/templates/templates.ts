/** Every fact that people are told of, and every fact that they are not, with the reason. */

import type { Subject } from '@nameloan/contracts/events.ts';
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

/** Facts without words. Together with `wordings` they are all there are (checked by the compiler). */
export const eventsWithoutNotification = {
  'identity.account.registered': 'kept as a copy of the account',
  'identity.account.changed': 'kept as a copy of the account',
  'identity.session.revoked': 'they ended it, or the change that ended it is told',
  'identity.reset.requested': 'a mail of its own, never in the list',
  'domains.domain.added': 'they did it just now',
  'domains.domain.removed': 'they did it just now',
  'domains.domain.appraised': 'it stands on the domain',
  'domains.domain.reserved': 'the contract that follows is told',
  'domains.domain.reservation-refused': 'the move of the loan is told',
  'lending.listing.opened': 'they did it just now',
  'lending.escrow.signed': 'the move of the loan is told',
  'lending.escrow.collateral-held': 'the move of the loan is told',
  'lending.escrow.collateral-released': 'the move of the loan is told',
  'lending.escrow.collateral-seized': 'the move of the loan is told',
  'payments.deposit.started': 'they did it just now',
  'payments.deposit.settled': 'what came of the deposit is told',
  'payments.hold.placed': 'the transfer or renewal that it is for is told',
  'payments.hold.released': 'the transfer or renewal that it was for is told',
  'notifications.notification.added': 'it is one',
} as const satisfies Record<Exclude<Subject, keyof typeof templates>, string>;
