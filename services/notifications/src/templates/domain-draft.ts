/** What the words about domains share: who is told, of what, and where it leads. */

import type { EventData } from '@nameloan/contracts/events.ts';
import { platformAccountId } from '@nameloan/contracts/platform.ts';
import { alertKeys } from './alert-keys.ts';
import type { NotificationDraft, TemplateContext } from './template.ts';
import { dashboard, disputePage, escrowPage, myDomains } from './template.ts';

/** DOMAIN unless it is said to be EXPIRY: what its registration's end is about. */
export type DomainText = Pick<NotificationDraft, 'title' | 'body'> & { kind?: 'DOMAIN' | 'EXPIRY' };

export function draftForOwner(
  domain: EventData<'domains.domain.added'>,
  told: DomainText,
): NotificationDraft {
  const subject = { type: 'DOMAIN', id: domain.domainId } as const;
  return { to: domain.accountId, kind: 'DOMAIN', subject, link: myDomains, alert: false, ...told };
}

/** `matter`: what is to be done about the domain. */
export function draftOwnerAlert(
  domain: EventData<'domains.domain.added'>,
  { matter, ...told }: DomainText & { matter: 'proof' | 'contest' | 'transfer' | 'renewal' },
): NotificationDraft {
  return { ...draftForOwner(domain, told), alert: [alertKeys[matter](domain.domainId)] };
}

/** The lender of the loan that the domain is for, if there is one. */
export function draftForLender({ loan }: TemplateContext, told: DomainText): NotificationDraft[] {
  if (!loan) return [];
  const subject = { type: 'ESCROW', id: loan.id } as const;
  const link = escrowPage(loan.id);
  return [{ to: loan.lenderId, kind: 'DOMAIN', subject, link, alert: false, ...told }];
}

/** For the sake of a loan: until it is renewed or the loan is over. */
export function renewalAlertKeys(domain: {
  domainId: string;
  escrowId: string | null;
}): NotificationDraft['alert'] {
  const ofLoan = domain.escrowId === null ? [] : [alertKeys.loan(domain.escrowId)];
  return [alertKeys.renewal(domain.domainId), ...ofLoan];
}

/** An alert that ends as `waitsForRenewal` says. */
export function draftLenderAlert(
  domain: { domainId: string; escrowId: string | null },
  known: TemplateContext,
  told: DomainText,
): NotificationDraft[] {
  const alert = renewalAlertKeys(domain);
  return draftForLender(known, told).map((wording) => ({ ...wording, alert }));
}

/** Staff, but for those whom the fact tells as a party: of a name of the platform's own, or of a loan's. */
export function draftForOperators(
  domain: EventData<'domains.domain.added'>,
  { loan, operatorIds }: TemplateContext,
  told: DomainText,
): NotificationDraft[] {
  const subject = { type: 'DOMAIN', id: domain.domainId } as const;
  // A loan that is in no dispute is no operator's to see.
  const link = loan && isPlatformOwned(domain) ? disputePage(loan.id) : dashboard;
  const alert = [alertKeys.renewal(domain.domainId)] as const;
  return operatorIds
    .filter((one) => one !== domain.accountId && one !== loan?.lenderId)
    .map((to) => ({ to, kind: 'EXPIRY', subject, link, alert, ...told }));
}

export const isPlatformOwned = ({ accountId }: { accountId: string }) =>
  accountId === platformAccountId;
