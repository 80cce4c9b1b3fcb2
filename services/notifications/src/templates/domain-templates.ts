/** Templates of domain events: proof, transfer and custody. */

import { describeCustodyLoss, describeProofLoss } from '@nameloan/contracts/domain-reasons';
import type { EventData } from '@nameloan/contracts/events';
import { formatDate } from '@nameloan/contracts/format-date';
import { formatCents } from '@nameloan/contracts/money';
import { describeOrderFailure } from '@nameloan/contracts/order-failures';
import { describeFindings, proofObstacleTexts } from '@nameloan/contracts/proof-findings';
import { alertKeys } from './alert-keys.ts';
import {
  draftForLender,
  draftForOperators,
  draftForOwner,
  draftOwnerAlert,
  isPlatformOwned,
} from './domain-draft.ts';
import { domainRows } from './mail/rows.ts';
import { pushTemplates } from './push/push-templates.ts';
import {
  diligenceTemplates,
  holdTemplates,
  registrationTemplates,
} from './registration-templates.ts';
import { resetPasswordHint } from './security-templates.ts';
import type { NotificationDraft, Settlement, TemplateContext, TemplateTable } from './template.ts';
import { myDomains, quote } from './template.ts';
import { transferOutTemplates } from './transfer-out/transfer-out-templates.ts';

type DomainRef = EventData<'domains.domain.added'>;

/** The domain left this owner. */
function settleDomain({ domainId }: DomainRef): Settlement {
  const { proof, contest, transfer, renewal, statuses } = alertKeys;
  return { settled: [proof, contest, transfer, renewal, statuses].map((name) => name(domainId)) };
}

/** The contest ended, or the proof that it blocked is no longer checked. */
function settleContest({ domainId }: DomainRef): Settlement {
  return { settled: [alertKeys.contest(domainId)] };
}

function describeProofResult({
  findings,
  obstacle,
  formerText,
}: EventData<'domains.domain.proof-failed'>): string {
  const texts = [describeFindings(findings), obstacle && proofObstacleTexts[obstacle]];
  return formerText ?? texts.filter(Boolean).join(' ');
}

const proofTemplates = {
  'domains.domain.verified': {
    drafts: (domain) => [
      draftForOwner(domain, {
        title: `${domain.name} is verified`,
        body: `We found the DNS proof for ${domain.name}. ${domain.holdable ? 'You can now list it for a loan.' : 'We can’t hold domains of its TLD yet, so it can’t secure a loan.'}`,
      }),
    ],
    settles: ({ domainId }) => ({
      settled: [alertKeys.proof(domainId), alertKeys.contest(domainId)],
    }),
  },
  'domains.domain.proof-lost': {
    drafts: (domain) => [
      draftOwnerAlert(domain, {
        key: 'proof',
        title: `${domain.name} is no longer verified`,
        body: `We can no longer see the DNS proof for ${domain.name}.${quote('Reason', describeProofLoss(domain.reason))} Restore the TXT record, then queue a check.`,
      }),
    ],
    settles: settleContest,
  },
  'domains.domain.proof-failed': {
    drafts: (domain) => [
      draftOwnerAlert(domain, {
        key: 'proof',
        title: `${domain.name} could not be verified`,
        body: domain.recordSeen
          ? `The DNS proof for ${domain.name} is in place, but for 72 hours we couldn’t assign the domain to you.${quote('What we saw', describeProofResult(domain))} Queue another check once that has changed.`
          : `We looked for the DNS proof for ${domain.name} for 72 hours and didn’t find it.${quote('What we saw', describeProofResult(domain))} Check the TXT record, then queue another check.`,
      }),
    ],
    settles: settleContest,
  },
  'domains.domain.proof-contested': {
    drafts: (domain) => [
      draftOwnerAlert(domain, {
        key: 'contest',
        title: `Another account claims ${domain.name}`,
        body: `Another account also shows a proof for ${domain.name}. Nothing has changed so far. Remove any TXT records that aren’t yours.`,
      }),
    ],
  },
  'domains.domain.contest-ended': {
    drafts: (domain) => [
      draftForOwner(domain, {
        title: `No other account claims ${domain.name} anymore`,
        body: `The other account no longer proves ${domain.name}. It stays with you.`,
      }),
    ],
    settles: settleContest,
  },
} as const satisfies TemplateTable;

/** The owner cancelled it: no alert for the owner, and the lender learns who cancelled. */
function draftTransferCancelled(
  domain: EventData<'domains.domain.transfer-failed'>,
  context: TemplateContext,
): NotificationDraft[] {
  const title = `The transfer of ${domain.name} was cancelled`;
  return [
    draftForOwner(domain, {
      title,
      body: `You cancelled the transfer of ${domain.name} into custody. Its fee was returned to your balance, and you can start it again.`,
    }),
    ...draftForLender(context, {
      title,
      body: `The borrower cancelled the transfer of ${domain.name} into custody. Your loan waits for the borrower to start it again.`,
    }),
  ];
}

function describeLowering({
  formerCents,
  presentCents,
}: EventData<'domains.domain.owner-value-lowered'>): string {
  const former = formatCents(formerCents);
  return presentCents === null
    ? `was removed. It was ${former}`
    : `was lowered from ${former} to ${formatCents(presentCents)}`;
}

const custodyTemplates = {
  'domains.domain.transfer-started': {
    drafts: (domain, context) => [
      draftForOwner(domain, {
        title: `The transfer of ${domain.name} has started`,
        body: `The transfer of ${domain.name} into custody was requested. It takes minutes to weeks, depending on your registrar.`,
      }),
      ...draftForLender(context, {
        title: `The transfer of ${domain.name} has started`,
        body: `The borrower started the transfer of ${domain.name} into custody for your loan.`,
      }),
    ],
    settles: ({ domainId }) => ({ settled: [alertKeys.transfer(domainId)] }),
  },
  'domains.domain.transfer-failed': {
    drafts: (domain, context) => {
      if (domain.byOwner) return draftTransferCancelled(domain, context);
      return [
        draftOwnerAlert(domain, {
          key: 'transfer',
          title: `The transfer of ${domain.name} failed`,
          body: `The transfer of ${domain.name} into custody failed and its fee was returned to your balance.${quote('Reason', describeOrderFailure(domain.reason))} You can start it again.`,
        }),
        ...draftForLender(context, {
          title: `The transfer of ${domain.name} failed`,
          body: `The transfer of ${domain.name} into custody failed.${quote('Reason', describeOrderFailure(domain.reason))} Your loan waits for the borrower to try again.`,
        }),
      ];
    },
    settles: ({ domainId }) => ({ settled: [], opened: [alertKeys.transfer(domainId)] }),
  },
  'domains.domain.custody-arrived': {
    drafts: (domain) => [
      draftForOwner(domain, {
        title: `${domain.name} is in custody`,
        body: `${domain.name} arrived in our custody and is locked. You keep its DNS. It is registered until ${formatDate(domain.expiresAt)}.`,
      }),
    ],
    settles: ({ domainId }) => ({
      settled: [alertKeys.transfer(domainId), alertKeys.contest(domainId)],
    }),
  },
  'domains.domain.custody-lost': {
    drafts: (domain, context) => {
      const text = {
        title: `${domain.name} left our custody`,
        body: `The registry says ${domain.name} is no longer in our custody.${quote('Reason', describeCustodyLoss(domain.reason))}`,
      };
      if (!isPlatformOwned(domain)) return [draftForOwner(domain, text)];
      return draftForOperators(domain, context, text).map((draft) => ({ ...draft, alert: false }));
    },
    settles: settleDomain,
  },
  'domains.domain.owner-value-lowered': {
    drafts: (domain) => [
      {
        ...draftForOwner(domain, {
          title: `Your figure for ${domain.name} was lowered`,
          body: `Your own figure for the value of ${domain.name} ${describeLowering(domain)}. Domains of $5,000 or more wait for 23 hours before they move to another registrar. For the next 23 hours, a transfer to another registrar still waits as it did with the former figure. If this wasn’t you, ${resetPasswordHint}: that ends all sessions.`,
        }),
        kind: 'SECURITY',
      },
    ],
  },
  'domains.domain.transferred-out': {
    drafts: (domain) => [
      draftForOwner(domain, {
        title: `${domain.name} was transferred`,
        body: `${domain.name} moved to another registrar and left your list.`,
      }),
    ],
    settles: settleDomain,
  },
  'domains.domain.owner-changed': {
    drafts: (domain) =>
      domain.toAccountId === null
        ? []
        : [
            {
              to: domain.toAccountId,
              kind: 'DOMAIN',
              subject: { type: 'DOMAIN', id: domain.domainId },
              title: `${domain.name} is yours`,
              body: `${domain.name} moved to your account. It’s in My Domains.`,
              link: myDomains,
              rows: domainRows(domain),
              alert: false,
            },
          ],
    settles: settleDomain,
  },
} as const satisfies TemplateTable;

export const domainTemplates = {
  ...proofTemplates,
  ...custodyTemplates,
  ...transferOutTemplates,
  ...diligenceTemplates,
  ...holdTemplates,
  ...registrationTemplates,
  ...pushTemplates,
  'domains.domain.added': { without: 'the user did it just now' },
  'domains.domain.removed': { without: 'the user did it just now', settles: settleDomain },
  'domains.domain.appraised': { without: 'shown on the domain' },
  'domains.domain.reserved': { without: 'the contract that follows has a notification' },
  'domains.domain.reservation-refused': { without: 'the loan’s transition has a notification' },
} as const satisfies TemplateTable;
