/** What people are told about the registration of a domain in custody: its end, and what comes of its renewals. */

import { dayInWords } from '@nameloan/contracts/days-in-words.ts';
import type { EventData } from '@nameloan/contracts/events.ts';
import { formatCents } from '@nameloan/contracts/money.ts';
import {
  draftForLender,
  draftForOperators,
  draftForOwner,
  draftLenderAlert,
  draftOwnerAlert,
  isPlatformOwned,
  renewalAlertKeys,
} from './domain-draft.ts';
import type { NotificationDraft, TemplateContext, TemplateTable } from './template.ts';
import { quote } from './template.ts';

/** " $12.00 were charged to your balance.", or to whose. */
function describePayment({
  accountId,
  chargedCents,
  paidBy,
}: EventData<'domains.domain.renewed'>): string {
  if (chargedCents === null || paidBy === null) return '';
  const whose = paidBy === accountId ? 'from your balance' : 'by the lender of its loan';
  return ` ${formatCents(chargedCents)} were paid ${whose}.`;
}

function describeNextStep({ renewsAt, reason }: EventData<'domains.domain.expiring'>): string {
  return renewsAt === null
    ? `Please renew it in time.${quote('We could not renew it from your balance so far', reason)}`
    : `We renew it from your balance on ${dayInWords(renewsAt)}; please see that it covers the fee, or renew it yourself.`;
}

/** Why not is between the owner and the platform: it speaks of their balance, or of a price they agreed to. */
const describeFailedRenewal = ({ reason }: { reason: string | null }): string =>
  reason === null ? '' : ' We could not renew it from the borrower’s balance so far.';

export const registrationTemplates = {
  'domains.domain.renewal-needed': (domain, known) => [
    {
      ...draftForOwner(domain, {
        kind: 'EXPIRY',
        title: `Please renew ${domain.name}`,
        body: `${domain.name} is registered until ${dayInWords(domain.expiresAt)}; its loan needs it until ${dayInWords(domain.neededUntil)}. Please renew it, then the loan goes on.`,
      }),
      alert: renewalAlertKeys(domain),
    },
    ...draftForLender(known, {
      kind: 'EXPIRY',
      title: `${domain.name} must be renewed first`,
      body: `${domain.name} has arrived, but must be renewed before your loan goes on. The borrower has been asked to do so; you can also renew it from your own balance.`,
    }),
  ],
  'domains.domain.renewed': (domain, known) => [
    draftForOwner(domain, {
      kind: 'EXPIRY',
      title: `${domain.name} is renewed`,
      body: `${domain.name} is registered until ${dayInWords(domain.expiresAt)} now.${describePayment(domain)}`,
    }),
    ...draftForLender(known, {
      kind: 'EXPIRY',
      title: `${domain.name} is renewed`,
      body: `The collateral of your loan, ${domain.name}, is registered until ${dayInWords(domain.expiresAt)} now.`,
    }),
  ],
  'domains.domain.renewal-failed': (domain) => [
    draftOwnerAlert(domain, {
      matter: 'renewal',
      kind: 'EXPIRY',
      title: `The renewal of ${domain.name} did not succeed`,
      body: `${domain.name} was not renewed and the fee is given back.${quote('Reason', domain.reason)} You can try again.`,
    }),
  ],
  'domains.domain.expiring': (domain, known) =>
    (isPlatformOwned(domain)
      ? draftForOperators(domain, known, {
          title: `${domain.name} expires soon`,
          body: `The registration of ${domain.name}, which the platform took, ends on ${dayInWords(domain.expiresAt)}. No balance renews it: if the platform keeps it, please renew it at the registry.`,
        })
      : [
          draftOwnerAlert(domain, {
            matter: 'renewal',
            kind: 'EXPIRY',
            title: `${domain.name} expires soon`,
            body: `The registration of ${domain.name} ends on ${dayInWords(domain.expiresAt)}. ${describeNextStep(domain)}`,
          }),
          ...draftLenderAlert(domain, known, {
            kind: 'EXPIRY',
            title: `The collateral ${domain.name} expires soon`,
            body: `The registration of ${domain.name}, which secures your loan, ends on ${dayInWords(domain.expiresAt)}. The borrower has been told; you can also renew it from your own balance.${describeFailedRenewal(domain)}`,
          }),
        ]
    ).map((wording): NotificationDraft => ({ ...wording, reminder: true })),
  'domains.domain.expired': (domain, known) =>
    domain.deleting ? draftDeleting(domain, known) : draftExpired(domain, known),
} as const satisfies TemplateTable;

type Expired = EventData<'domains.domain.expired'>;

function draftExpired(domain: Expired, known: TemplateContext): NotificationDraft[] {
  const title = `The registration of ${domain.name} has ended`;
  const since = `ended on ${dayInWords(domain.expiresAt)}`;
  if (isPlatformOwned(domain)) {
    const body = `The registration of ${domain.name}, which the platform took, ${since}. For some weeks it can still be renewed at the registry; after that the registry deletes it.`;
    return draftForOperators(domain, known, { title, body });
  }
  return [
    draftOwnerAlert(domain, {
      matter: 'renewal',
      kind: 'EXPIRY',
      title,
      body: `The registration of ${domain.name} ${since}. For some weeks you can still renew it; after that the registry deletes it.${quote('We could not renew it from your balance so far', domain.reason)}`,
    }),
    ...draftLenderAlert(domain, known, {
      kind: 'EXPIRY',
      title,
      body: `The registration of ${domain.name}, which secures your loan, ${since}. For some weeks the borrower can still renew it, and you can from your own balance; after that the registry deletes it.${describeFailedRenewal(domain)}`,
    }),
  ];
}

/** Too late for a renewal: only staff can still ask the registry to restore it. */
function draftDeleting(domain: Expired, known: TemplateContext): NotificationDraft[] {
  const title = `The registry is deleting ${domain.name}`;
  const why = `The registry is deleting ${domain.name}, which was registered until ${dayInWords(domain.expiresAt)}; it works no more and cannot be renewed.`;
  const staff = {
    title,
    body: `${why} For some weeks the registry may still restore it, if the platform asks it to.`,
  };
  if (isPlatformOwned(domain)) return draftForOperators(domain, known, staff);
  return [
    draftForOwner(domain, { kind: 'EXPIRY', title, body: why }),
    ...draftForLender(known, {
      kind: 'EXPIRY',
      title,
      body: `${why} It secures your loan; our staff have been told.`,
    }),
    ...(known.loan ? draftForOperators(domain, known, staff) : []),
  ];
}
