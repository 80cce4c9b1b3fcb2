/** What the words about domains share: who is told, of what, and where it leads. */

import type { EventData } from '@nameloan/contracts/events.ts';
import { platformAccountId } from '@nameloan/contracts/platform.ts';
import { matters } from './matters.ts';
import type { Known, Wording } from './wording.ts';
import { dashboard, disputePage, escrowPage, myDomains } from './wording.ts';

/** DOMAIN unless it is said to be EXPIRY: what its registration's end is about. */
export type Told = Pick<Wording, 'title' | 'body'> & { kind?: 'DOMAIN' | 'EXPIRY' };

export function owner(domain: EventData<'domains.domain.added'>, told: Told): Wording {
  const subject = { type: 'DOMAIN', id: domain.domainId } as const;
  return { to: domain.accountId, kind: 'DOMAIN', subject, link: myDomains, alert: false, ...told };
}

/** `matter`: what is to be done about the domain. */
export function alertedOwner(
  domain: EventData<'domains.domain.added'>,
  { matter, ...told }: Told & { matter: 'proof' | 'contest' | 'transfer' | 'renewal' },
): Wording {
  return { ...owner(domain, told), alert: [matters[matter](domain.domainId)] };
}

/** The lender of the loan that the domain is for, if there is one. */
export function lender({ loan }: Known, told: Told): Wording[] {
  if (!loan) return [];
  const subject = { type: 'ESCROW', id: loan.id } as const;
  const link = escrowPage(loan.id);
  return [{ to: loan.lenderId, kind: 'DOMAIN', subject, link, alert: false, ...told }];
}

/** For the sake of a loan: until it is renewed or the loan is over. */
export function waitsForRenewal(domain: {
  domainId: string;
  escrowId: string | null;
}): Wording['alert'] {
  const ofLoan = domain.escrowId === null ? [] : [matters.loan(domain.escrowId)];
  return [matters.renewal(domain.domainId), ...ofLoan];
}

/** An alert that ends as `waitsForRenewal` says. */
export function alertedLender(
  domain: { domainId: string; escrowId: string | null },
  known: Known,
  told: Told,
): Wording[] {
  const alert = waitsForRenewal(domain);
  return lender(known, told).map((wording) => ({ ...wording, alert }));
}

/** Staff, but for those whom the fact tells as a party: of a name of the platform's own, or of a loan's. */
export function operators(
  domain: EventData<'domains.domain.added'>,
  { loan, operatorIds }: Known,
  told: Told,
): Wording[] {
  const subject = { type: 'DOMAIN', id: domain.domainId } as const;
  // A loan that is in no dispute is no operator's to see.
  const link = loan && isPlatforms(domain) ? disputePage(loan.id) : dashboard;
  const alert = [matters.renewal(domain.domainId)] as const;
  return operatorIds
    .filter((one) => one !== domain.accountId && one !== loan?.lenderId)
    .map((to) => ({ to, kind: 'EXPIRY', subject, link, alert, ...told }));
}

export const isPlatforms = ({ accountId }: { accountId: string }) =>
  accountId === platformAccountId;
