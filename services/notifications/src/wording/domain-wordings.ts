/** What people are told about their domains. */

import type { EventData } from '@nameloan/contracts/events.ts';
import { formatCents } from '@nameloan/contracts/money.ts';
import { matters } from './matters.ts';
import type { Known, Wording, WordTable } from './wording.ts';
import { dayInWords, escrowPage, myDomains, quote } from './wording.ts';

/** DOMAIN unless it is said to be EXPIRY: what its registration's end is about. */
type Told = Pick<Wording, 'title' | 'body'> & { kind?: 'DOMAIN' | 'EXPIRY' };

function owner(domain: EventData<'domains.domain.added'>, told: Told): Wording {
  const subject = { type: 'DOMAIN', id: domain.domainId } as const;
  return { to: domain.accountId, kind: 'DOMAIN', subject, link: myDomains, alert: false, ...told };
}

/** `matter`: what is to be done about the domain. */
function alertedOwner(
  domain: EventData<'domains.domain.added'>,
  { matter, ...told }: Told & { matter: 'proof' | 'contest' | 'transfer' | 'renewal' },
): Wording {
  return { ...owner(domain, told), alert: [matters[matter](domain.domainId)] };
}

/** The lender of the loan that the domain is for, if there is one. */
function lender({ loan }: Known, told: Told): Wording[] {
  if (!loan) return [];
  const subject = { type: 'ESCROW', id: loan.id } as const;
  const link = escrowPage(loan.id);
  return [{ to: loan.lenderId, kind: 'DOMAIN', subject, link, alert: false, ...told }];
}

const proofWordings = {
  'domains.domain.verified': (domain) => [
    owner(domain, {
      title: `${domain.name} is verified`,
      body: `The DNS proof for ${domain.name} was found. ${domain.holdable ? 'You can list it for a loan now.' : `We cannot hold names of its suffix yet, so it cannot secure a loan.`}`,
    }),
  ],
  'domains.domain.proof-lost': (domain) => [
    alertedOwner(domain, {
      matter: 'proof',
      title: `${domain.name} is no longer verified`,
      body: `The proof that ${domain.name} is yours was lost.${quote('Reason', domain.reason)} Please put the TXT record back and queue a check.`,
    }),
  ],
  'domains.domain.proof-failed': (domain) => [
    alertedOwner(domain, {
      matter: 'proof',
      title: `${domain.name} could not be verified`,
      body: `We have looked for the DNS proof of ${domain.name} for 72 hours and did not find it.${quote('What we saw', domain.reason)} Please check the TXT record and queue another check.`,
    }),
  ],
  'domains.domain.proof-contested': (domain) => [
    alertedOwner(domain, {
      matter: 'contest',
      title: `Another account claims ${domain.name}`,
      body: `Another account shows a proof for ${domain.name} as well. Nothing has changed so far; please remove TXT records that are not yours.`,
    }),
  ],
} as const satisfies WordTable;

/** The owner's own act is no alert, and the lender hears whose it was. */
function calledOff(domain: EventData<'domains.domain.transfer-failed'>, known: Known): Wording[] {
  const title = `The transfer of ${domain.name} was cancelled`;
  return [
    owner(domain, {
      title,
      body: `You have cancelled the transfer of ${domain.name} into custody, and its fee is given back. You can start it again.`,
    }),
    ...lender(known, {
      title,
      body: `The borrower has cancelled the transfer of ${domain.name} into custody. Your loan waits for the borrower to start it again.`,
    }),
  ];
}

const custodyWordings = {
  'domains.domain.transfer-started': (domain, known) => [
    owner(domain, {
      title: `The transfer of ${domain.name} has started`,
      body: `The transfer of ${domain.name} into custody has been requested. It takes minutes to weeks, as your registrar answers.`,
    }),
    ...lender(known, {
      title: `The transfer of ${domain.name} has started`,
      body: `The borrower has started the transfer of ${domain.name} into custody for your loan.`,
    }),
  ],
  'domains.domain.transfer-failed': (domain, known) => {
    if (domain.byOwner) return calledOff(domain, known);
    return [
      alertedOwner(domain, {
        matter: 'transfer',
        title: `The transfer of ${domain.name} did not succeed`,
        body: `The transfer of ${domain.name} into custody has ended without success and its fee is given back.${quote('Reason', domain.reason)} You can start it again.`,
      }),
      ...lender(known, {
        title: `The transfer of ${domain.name} did not succeed`,
        body: `The transfer of ${domain.name} into custody has ended without success.${quote('Reason', domain.reason)} Your loan waits for the borrower to try again.`,
      }),
    ];
  },
  'domains.domain.custody-arrived': (domain) => [
    owner(domain, {
      title: `${domain.name} is in custody`,
      body: `${domain.name} has arrived in our custody and is locked. You keep its DNS; it is registered until ${dayInWords(domain.expiresAt)}.`,
    }),
  ],
  'domains.domain.custody-lost': (domain) => [
    owner(domain, {
      title: `${domain.name} has left our custody`,
      body: `The registry says that ${domain.name} is not in our custody any more.${quote('Reason', domain.reason)}`,
    }),
  ],
  'domains.domain.transfer-out-started': (domain) => [
    {
      ...owner(domain, {
        title: `The transfer of ${domain.name} to another registrar is open`,
        body: `You can transfer ${domain.name} to another registrar now. The code for it was sent to you by mail.`,
      }),
      mailed: false,
    },
  ],
  'domains.domain.transfer-out-cancelled': (domain) => [
    owner(domain, {
      title: `The transfer of ${domain.name} was cancelled`,
      body: `The transfer of ${domain.name} to another registrar was cancelled and the domain is locked again.${quote('Reason', domain.reason)}`,
    }),
  ],
  'domains.domain.transferred-out': (domain) => [
    owner(domain, {
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
} as const satisfies WordTable;

/** " $12.00 were charged to your balance.", or to whose. */
function paidInWords({
  accountId,
  chargedCents,
  paidBy,
}: EventData<'domains.domain.renewed'>): string {
  if (chargedCents === null || paidBy === null) return '';
  const whose = paidBy === accountId ? 'from your balance' : 'by the lender of its loan';
  return ` ${formatCents(chargedCents)} were paid ${whose}.`;
}

/** For the sake of a loan: until it is renewed or the loan is over. */
function waitsForRenewal(domain: { domainId: string; escrowId: string | null }): Wording['alert'] {
  const ofLoan = domain.escrowId === null ? [] : [matters.loan(domain.escrowId)];
  return [matters.renewal(domain.domainId), ...ofLoan];
}

function whatFollows({ renewsAt, reason }: EventData<'domains.domain.expiring'>): string {
  return renewsAt === null
    ? `Please renew it in time.${quote('We could not renew it from your balance so far', reason)}`
    : `We renew it from your balance on ${dayInWords(renewsAt)}; please see that it covers the fee, or renew it yourself.`;
}

const registrationWordings = {
  'domains.domain.renewal-needed': (domain, known) => [
    {
      ...owner(domain, {
        kind: 'EXPIRY',
        title: `Please renew ${domain.name}`,
        body: `${domain.name} is registered until ${dayInWords(domain.expiresAt)}; its loan needs it until ${dayInWords(domain.neededUntil)}. Please renew it, then the loan goes on.`,
      }),
      alert: waitsForRenewal(domain),
    },
    ...lender(known, {
      kind: 'EXPIRY',
      title: `${domain.name} must be renewed first`,
      body: `${domain.name} has arrived, but must be renewed before your loan goes on. The borrower has been asked to do so; you can also renew it from your own balance.`,
    }),
  ],
  'domains.domain.renewed': (domain, known) => [
    owner(domain, {
      kind: 'EXPIRY',
      title: `${domain.name} is renewed`,
      body: `${domain.name} is registered until ${dayInWords(domain.expiresAt)} now.${paidInWords(domain)}`,
    }),
    ...lender(known, {
      kind: 'EXPIRY',
      title: `${domain.name} is renewed`,
      body: `The collateral of your loan, ${domain.name}, is registered until ${dayInWords(domain.expiresAt)} now.`,
    }),
  ],
  'domains.domain.renewal-failed': (domain) => [
    alertedOwner(domain, {
      matter: 'renewal',
      kind: 'EXPIRY',
      title: `The renewal of ${domain.name} did not succeed`,
      body: `${domain.name} was not renewed and the fee is given back.${quote('Reason', domain.reason)} You can try again.`,
    }),
  ],
  'domains.domain.expiring': (domain, known) =>
    [
      alertedOwner(domain, {
        matter: 'renewal',
        kind: 'EXPIRY',
        title: `${domain.name} expires soon`,
        body: `The registration of ${domain.name} ends on ${dayInWords(domain.expiresAt)}. ${whatFollows(domain)}`,
      }),
      ...lender(known, {
        kind: 'EXPIRY',
        title: `The collateral ${domain.name} expires soon`,
        body: `The registration of ${domain.name}, which secures your loan, ends on ${dayInWords(domain.expiresAt)}. The borrower has been told; you can also renew it from your own balance.${quote('Not renewed so far', domain.reason)}`,
      }).map((wording): Wording => ({ ...wording, alert: waitsForRenewal(domain) })),
    ].map((wording): Wording => ({ ...wording, reminder: true })),
} as const satisfies WordTable;

export const domainWordings = {
  ...proofWordings,
  ...custodyWordings,
  ...registrationWordings,
} as const satisfies WordTable;
