/** What people are told about their domains. */

import { dayInWords } from '@nameloan/contracts/days-in-words.ts';
import type { EventData } from '@nameloan/contracts/events.ts';
import {
  draftForLender,
  draftForOperators,
  draftForOwner,
  draftOwnerAlert,
  isPlatformOwned,
} from './domain-draft.ts';
import { registrationTemplates } from './registration-templates.ts';
import type { NotificationDraft, TemplateContext, TemplateTable } from './template.ts';
import { myDomains, quote } from './template.ts';

const proofTemplates = {
  'domains.domain.verified': (domain) => [
    draftForOwner(domain, {
      title: `${domain.name} is verified`,
      body: `The DNS proof for ${domain.name} was found. ${domain.holdable ? 'You can list it for a loan now.' : `We cannot hold names of its suffix yet, so it cannot secure a loan.`}`,
    }),
  ],
  'domains.domain.proof-lost': (domain) => [
    draftOwnerAlert(domain, {
      matter: 'proof',
      title: `${domain.name} is no longer verified`,
      body: `The proof that ${domain.name} is yours was lost.${quote('Reason', domain.reason)} Please put the TXT record back and queue a check.`,
    }),
  ],
  'domains.domain.proof-failed': (domain) => [
    draftOwnerAlert(domain, {
      matter: 'proof',
      title: `${domain.name} could not be verified`,
      body: domain.recordSeen
        ? `The DNS proof of ${domain.name} is there, but for 72 hours the name could not be given to you.${quote('What we saw', domain.reason)} Once that has changed, please queue another check.`
        : `We have looked for the DNS proof of ${domain.name} for 72 hours and did not find it.${quote('What we saw', domain.reason)} Please check the TXT record and queue another check.`,
    }),
  ],
  'domains.domain.proof-contested': (domain) => [
    draftOwnerAlert(domain, {
      matter: 'contest',
      title: `Another account claims ${domain.name}`,
      body: `Another account shows a proof for ${domain.name} as well. Nothing has changed so far; please remove TXT records that are not yours.`,
    }),
  ],
  'domains.domain.contest-ended': (domain) => [
    draftForOwner(domain, {
      title: `No other account claims ${domain.name} any more`,
      body: `The other account has stopped proving ${domain.name}. It stays with you.`,
    }),
  ],
} as const satisfies TemplateTable;

/** The owner's own act is no alert, and the lender hears whose it was. */
function draftTransferCancelled(
  domain: EventData<'domains.domain.transfer-failed'>,
  known: TemplateContext,
): NotificationDraft[] {
  const title = `The transfer of ${domain.name} was cancelled`;
  return [
    draftForOwner(domain, {
      title,
      body: `You have cancelled the transfer of ${domain.name} into custody, and its fee is given back. You can start it again.`,
    }),
    ...draftForLender(known, {
      title,
      body: `The borrower has cancelled the transfer of ${domain.name} into custody. Your loan waits for the borrower to start it again.`,
    }),
  ];
}

const custodyTemplates = {
  'domains.domain.transfer-started': (domain, known) => [
    draftForOwner(domain, {
      title: `The transfer of ${domain.name} has started`,
      body: `The transfer of ${domain.name} into custody has been requested. It takes minutes to weeks, as your registrar answers.`,
    }),
    ...draftForLender(known, {
      title: `The transfer of ${domain.name} has started`,
      body: `The borrower has started the transfer of ${domain.name} into custody for your loan.`,
    }),
  ],
  'domains.domain.transfer-failed': (domain, known) => {
    if (domain.byOwner) return draftTransferCancelled(domain, known);
    return [
      draftOwnerAlert(domain, {
        matter: 'transfer',
        title: `The transfer of ${domain.name} did not succeed`,
        body: `The transfer of ${domain.name} into custody has ended without success and its fee is given back.${quote('Reason', domain.reason)} You can start it again.`,
      }),
      ...draftForLender(known, {
        title: `The transfer of ${domain.name} did not succeed`,
        body: `The transfer of ${domain.name} into custody has ended without success.${quote('Reason', domain.reason)} Your loan waits for the borrower to try again.`,
      }),
    ];
  },
  'domains.domain.custody-arrived': (domain) => [
    draftForOwner(domain, {
      title: `${domain.name} is in custody`,
      body: `${domain.name} has arrived in our custody and is locked. You keep its DNS; it is registered until ${dayInWords(domain.expiresAt)}.`,
    }),
  ],
  'domains.domain.custody-lost': (domain, known) => {
    const told = {
      title: `${domain.name} has left our custody`,
      body: `The registry says that ${domain.name} is not in our custody any more.${quote('Reason', domain.reason)}`,
    };
    if (!isPlatformOwned(domain)) return [draftForOwner(domain, told)];
    return draftForOperators(domain, known, told).map((wording) => ({ ...wording, alert: false }));
  },
  'domains.domain.transfer-out-started': (domain) => [
    {
      ...draftForOwner(domain, {
        title: `The transfer of ${domain.name} to another registrar is open`,
        body: `You can transfer ${domain.name} to another registrar now. The code for it was sent to you by mail.`,
      }),
      mailed: false,
    },
  ],
  'domains.domain.transfer-out-cancelled': (domain) => [
    draftForOwner(domain, {
      title: `The transfer of ${domain.name} was cancelled`,
      body: `The transfer of ${domain.name} to another registrar was cancelled and the domain is locked again.${quote('Reason', domain.reason)}`,
    }),
  ],
  'domains.domain.transferred-out': (domain) => [
    draftForOwner(domain, {
      title: `${domain.name} was transferred`,
      body: `${domain.name} has moved to another registrar and has left your list.`,
    }),
  ],
  'domains.domain.owner-changed': (domain) =>
    domain.toAccountId === null
      ? []
      : [
          {
            to: domain.toAccountId,
            kind: 'DOMAIN',
            subject: { type: 'DOMAIN', id: domain.domainId },
            title: `${domain.name} is yours now`,
            body: `${domain.name} has moved to your account. You find it among your domains.`,
            link: myDomains,
            alert: false,
          },
        ],
} as const satisfies TemplateTable;

export const domainTemplates = {
  ...proofTemplates,
  ...custodyTemplates,
  ...registrationTemplates,
} as const satisfies TemplateTable;
