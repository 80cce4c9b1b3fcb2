/** Templates about the registration of a domain: renewal and expiry in custody, what due diligence finds, and legal holds. */

import { describeDiligence } from '@nameloan/contracts/diligence';
import type { EventData } from '@nameloan/contracts/events';
import { formatDate } from '@nameloan/contracts/format-date';
import { formatCents } from '@nameloan/contracts/money';
import type { OrderFailure } from '@nameloan/contracts/order-failures';
import { describeOrderFailure } from '@nameloan/contracts/order-failures';
import { alertKeys } from './alert-keys.ts';
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
import { legalHolds, quote } from './template.ts';

/** Who paid how much: " $12.00 was paid from your balance." */
function describePayment({
  accountId,
  chargedCents,
  paidBy,
}: EventData<'domains.domain.renewed'>): string {
  if (chargedCents === null || paidBy === null) return '';
  const whose = paidBy === accountId ? 'from your balance' : 'by the lender of its loan';
  return ` ${formatCents(chargedCents)} was paid ${whose}.`;
}

function describeNextStep({ renewsAt, reason }: EventData<'domains.domain.expiring'>): string {
  return renewsAt === null
    ? `Renew it in time.${quote('We couldn’t renew it from your balance so far', reason && describeOrderFailure(reason))}`
    : `We’ll renew it from your balance on ${formatDate(renewsAt)}. Make sure it covers the fee, or renew it yourself.`;
}

/** The lender does not get the reason: it is about the owner's balance or an agreed price. */
const describeFailedRenewal = ({ reason }: { reason: OrderFailure | null }): string =>
  reason === null ? '' : ' We couldn’t renew it from the borrower’s balance so far.';

export const registrationTemplates = {
  'domains.domain.renewal-needed': {
    drafts: (domain, context) => [
      {
        ...draftForOwner(domain, {
          kind: 'EXPIRY',
          title: `Renew ${domain.name}`,
          body: `${domain.name} is registered until ${formatDate(domain.expiresAt)}, but its loan needs it until ${formatDate(domain.neededUntil)}. Renew it to continue the loan.`,
        }),
        alert: renewalAlertKeys(domain),
      },
      ...draftForLender(context, {
        kind: 'EXPIRY',
        title: `${domain.name} must be renewed first`,
        body: `${domain.name} arrived, but must be renewed before your loan can continue. We asked the borrower to renew it; you can also do it from your own balance.`,
      }),
    ],
  },
  'domains.domain.renewed': {
    drafts: (domain, context) => [
      draftForOwner(domain, {
        kind: 'EXPIRY',
        title: `${domain.name} was renewed`,
        body: `${domain.name} is now registered until ${formatDate(domain.expiresAt)}.${describePayment(domain)}`,
      }),
      ...draftForLender(context, {
        kind: 'EXPIRY',
        title: `${domain.name} was renewed`,
        body: `The collateral of your loan, ${domain.name}, is now registered until ${formatDate(domain.expiresAt)}.`,
      }),
    ],
    settles: ({ domainId }) => ({ settled: [alertKeys.renewal(domainId)] }),
  },
  'domains.domain.renewal-failed': {
    drafts: (domain) => [
      draftOwnerAlert(domain, {
        key: 'renewal',
        kind: 'EXPIRY',
        title: `The renewal of ${domain.name} failed`,
        body: `${domain.name} was not renewed, and the fee was returned to your balance.${quote('Reason', describeOrderFailure(domain.reason))} You can try again.`,
      }),
    ],
  },
  'domains.domain.expiring': {
    drafts: (domain, context) =>
      (isPlatformOwned(domain)
        ? draftForOperators(domain, context, {
            title: `${domain.name} expires soon`,
            body: `The registration of ${domain.name}, which the platform took, ends on ${formatDate(domain.expiresAt)}. It isn’t renewed automatically. If the platform keeps it, renew it at the registry.`,
          })
        : [
            draftOwnerAlert(domain, {
              key: 'renewal',
              kind: 'EXPIRY',
              title: `${domain.name} expires soon`,
              body: `The registration of ${domain.name} ends on ${formatDate(domain.expiresAt)}. ${describeNextStep(domain)}`,
            }),
            ...draftLenderAlert(domain, context, {
              kind: 'EXPIRY',
              title: `The collateral ${domain.name} expires soon`,
              body: `The registration of ${domain.name}, which secures your loan, ends on ${formatDate(domain.expiresAt)}. We notified the borrower; you can also renew it from your own balance.${describeFailedRenewal(domain)}`,
            }),
          ]
      ).map((draft): NotificationDraft => ({ ...draft, reminder: true })),
  },
  'domains.domain.expired': {
    drafts: (domain, context) =>
      domain.deleting ? draftDeleting(domain, context) : draftExpired(domain, context),
  },
} as const satisfies TemplateTable;

type Expired = EventData<'domains.domain.expired'>;

function draftExpired(domain: Expired, context: TemplateContext): NotificationDraft[] {
  const title = `The registration of ${domain.name} has ended`;
  const ended = `ended on ${formatDate(domain.expiresAt)}`;
  if (isPlatformOwned(domain)) {
    const body = `The registration of ${domain.name}, which the platform took, ${ended}. It can still be renewed at the registry for a few weeks; after that the registry deletes it.`;
    return draftForOperators(domain, context, { title, body });
  }
  return [
    draftOwnerAlert(domain, {
      key: 'renewal',
      kind: 'EXPIRY',
      title,
      body: `The registration of ${domain.name} ${ended}. You can still renew it for a few weeks; after that the registry deletes it.${quote('We couldn’t renew it from your balance so far', domain.reason && describeOrderFailure(domain.reason))}`,
    }),
    ...draftLenderAlert(domain, context, {
      kind: 'EXPIRY',
      title,
      body: `The registration of ${domain.name}, which secures your loan, ${ended}. The borrower, or you from your own balance, can still renew it for a few weeks; after that the registry deletes it.${describeFailedRenewal(domain)}`,
    }),
  ];
}

/** Too late to renew: only staff can still ask the registry to restore it. */
function draftDeleting(domain: Expired, context: TemplateContext): NotificationDraft[] {
  const title = `The registry is deleting ${domain.name}`;
  const why = `The registry is deleting ${domain.name}, which was registered until ${formatDate(domain.expiresAt)}. It no longer works and can’t be renewed.`;
  const staff = {
    title,
    body: `${why} For a few weeks the registry may still restore it if the platform asks.`,
  };
  if (isPlatformOwned(domain)) return draftForOperators(domain, context, staff);
  return [
    draftForOwner(domain, { kind: 'EXPIRY', title, body: why }),
    ...draftForLender(context, {
      kind: 'EXPIRY',
      title,
      body: `${why} It secures your loan; we notified our staff.`,
    }),
    ...(context.loan ? draftForOperators(domain, context, staff) : []),
  ];
}

type Finding = EventData<'domains.domain.eligibility-lost'> & { absent?: boolean };

function describeRegistration(
  { name, reasons, registrar, absent }: Finding,
  viewer: 'OWNER' | 'OTHER',
): string {
  const moved = registrar && `${name} moved from ${registrar.former} to ${registrar.present}.`;
  const codes = [...reasons, ...(absent ? (['NOT_REGISTERED'] as const) : [])];
  const found = codes.map((code) => describeDiligence(code, viewer));
  const warning =
    moved && viewer === 'OWNER' && 'If you didn’t move it, contact your former registrar now.';
  return [moved, warning, ...found].filter(Boolean).join(' ');
}

export const diligenceTemplates = {
  'domains.domain.unexpected-statuses': {
    drafts: (domain, context) =>
      domain.statuses.length === 0
        ? []
        : draftForOperators(domain, context, {
            kind: 'DOMAIN',
            title: `${domain.name} has a status that we didn’t set`,
            body: `The registry reports ${domain.statuses.join(', ')} for ${domain.name}, which is in custody. Ask the registry why.`,
          }).map((draft) => ({ ...draft, alert: [alertKeys.statuses(domain.domainId)] })),
    settles: ({ domainId, statuses }) => ({
      settled: statuses.length === 0 ? [alertKeys.statuses(domainId)] : [],
    }),
  },
  'domains.domain.eligibility-lost': {
    drafts: (domain) => [
      draftForOwner(domain, {
        title: `Your listing of ${domain.name} was closed`,
        body: `${describeRegistration(domain, 'OWNER')} Your listing of ${domain.name} was closed and its offers have ended.`,
      }),
    ],
  },
  'domains.domain.registration-reported': { without: 'shown on the listing' },
  'domains.domain.collateral-endangered': {
    drafts: (domain, context) => {
      const title = domain.absent
        ? `Check ${domain.name}: it’s no longer registered`
        : `Check ${domain.name}: its registration changed`;
      const alert = [alertKeys.loan(domain.escrowId), alertKeys.transfer(domain.domainId)] as const;
      const owner = draftForOwner(domain, {
        title,
        body: `${describeRegistration(domain, 'OWNER')} ${domain.name} secures your loan and isn’t in custody yet.`,
      });
      const lender = draftForLender(context, {
        title,
        body: `${describeRegistration(domain, 'OTHER')} ${domain.name} secures your loan and isn’t in custody yet.`,
      });
      return [owner, ...lender].map((draft) => ({ ...draft, alert: [...alert] }));
    },
  },
} as const satisfies TemplateTable;

export const holdTemplates = {
  'domains.domain.legal-hold-changed': {
    drafts: (domain, context) => {
      if (!domain.disclosed) return [];
      const { name } = domain;
      if (domain.since === null) {
        const title = `The legal hold of ${name} was lifted`;
        return [
          draftForOwner(domain, {
            title,
            body: `${name} is no longer on legal hold. Anything the hold stopped continues now.`,
          }),
          ...draftForLender(context, {
            title,
            body: `${name}, which secures your loan, is no longer on legal hold. Anything the hold stopped continues now.`,
          }),
        ];
      }
      const title = `${name} is on legal hold`;
      const cause = 'because of a complaint, a dispute or an order about it';
      return [
        draftForOwner(domain, {
          title,
          body: `We placed ${name} on legal hold ${cause}. It can’t be listed, transferred or changed until the hold is lifted, and an open listing was closed. We still renew it.`,
        }),
        ...draftForLender(context, {
          title,
          body: `We placed ${name} on legal hold ${cause}. The loan goes on, but the domain stays where it is until the hold is lifted. Don’t send money until then.`,
        }),
      ];
    },
  },
  'domains.request.received': {
    drafts: ({ requestId, kind, name }, { operatorIds }) =>
      operatorIds.map((to) => ({
        to,
        kind: 'DOMAIN',
        subject: { type: 'ACCOUNT', id: to },
        title: `Legal request about ${name} (${kind})`,
        body: `A dispute provider, a court or a registry sent a request about ${name}. Read it, and place a hold if it is genuine.`,
        link: legalHolds,
        alert: [alertKeys.legalRequest(requestId)] as const,
      })),
  },
  'domains.request.closed': {
    without: 'only settles the alert about the request',
    settles: ({ requestId }) => ({ settled: [alertKeys.legalRequest(requestId)] }),
  },
} as const satisfies TemplateTable;
