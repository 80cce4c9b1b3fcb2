/** Drafts for the recipients of a domain event: owner, lender and operators. */

import type { EventData } from '@nameloan/contracts/events';
import { platformAccountId } from '@nameloan/contracts/platform';
import { alertKeys } from './alert-keys.ts';
import { domainRows } from './mail/rows.ts';
import type { NotificationDraft, TemplateContext } from './template.ts';
import { dashboard, disputePage, escrowPage, myDomains } from './template.ts';

/** `expiresAt`: the end of the registration, in events about it. */
type DomainEvent = EventData<'domains.domain.added'> & { expiresAt?: string | null };

/** `kind` defaults to DOMAIN; EXPIRY is for the end of a registration. */
export type DomainText = Pick<NotificationDraft, 'title' | 'body'> & { kind?: 'DOMAIN' | 'EXPIRY' };

export function draftForOwner(domain: DomainEvent, text: DomainText): NotificationDraft {
  const subject = { type: 'DOMAIN', id: domain.domainId } as const;
  const rows = domainRows(domain);
  return {
    ...{ to: domain.accountId, kind: 'DOMAIN', subject, rows },
    ...{ link: myDomains, alert: false, ...text },
  };
}

/** `key`: what the owner must act on. */
export function draftOwnerAlert(
  domain: DomainEvent,
  { key, ...text }: DomainText & { key: 'proof' | 'contest' | 'transfer' | 'renewal' },
): NotificationDraft {
  return { ...draftForOwner(domain, text), alert: [alertKeys[key](domain.domainId)] };
}

/** For the lender of the domain's loan, if there is one. */
export function draftForLender({ loan }: TemplateContext, text: DomainText): NotificationDraft[] {
  if (!loan) return [];
  const subject = { type: 'ESCROW', id: loan.id } as const;
  const link = escrowPage(loan.id);
  const rows = domainRows({ name: loan.domainName });
  return [{ to: loan.lenderId, kind: 'DOMAIN', subject, rows, link, alert: false, ...text }];
}

/** Settled once the domain is renewed or its loan is over. */
export function renewalAlertKeys(domain: {
  domainId: string;
  escrowId: string | null;
}): NotificationDraft['alert'] {
  const ofLoan = domain.escrowId === null ? [] : [alertKeys.loan(domain.escrowId)];
  return [alertKeys.renewal(domain.domainId), ...ofLoan];
}

/** An alert that ends as `renewalAlertKeys` says. */
export function draftLenderAlert(
  domain: { domainId: string; escrowId: string | null },
  context: TemplateContext,
  text: DomainText,
): NotificationDraft[] {
  const alert = renewalAlertKeys(domain);
  return draftForLender(context, text).map((draft) => ({ ...draft, alert }));
}

/** For the operators who are not a party to the domain or its loan. */
export function draftForOperators(
  domain: DomainEvent,
  { loan, operatorIds }: TemplateContext,
  text: DomainText,
): NotificationDraft[] {
  const subject = { type: 'DOMAIN', id: domain.domainId } as const;
  // Operators can only open disputed loans.
  const link = loan && isPlatformOwned(domain) ? disputePage(loan.id) : dashboard;
  const alert = [alertKeys.renewal(domain.domainId)] as const;
  const rows = domainRows(domain);
  return operatorIds
    .filter((id) => id !== domain.accountId && id !== loan?.lenderId)
    .map((to) => ({ to, kind: 'EXPIRY', subject, rows, link, alert, ...text }));
}

export const isPlatformOwned = ({ accountId }: { accountId: string }) =>
  accountId === platformAccountId;
