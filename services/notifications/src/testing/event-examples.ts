/** Test table: an example of each event with notifications, and what it notifies. Payments are in money-examples.ts. */

import { toOrderFailure } from '@nameloan/contracts/order-failures';
import type { NotificationSubject, TemplateContext } from '../templates/template.ts';
import type { NotifiedSubject } from '../templates/templates.ts';
import { assignmentExamples } from './assignment-examples.ts';
import type { Examples, moneyExamples } from './money-examples.ts';
import { pushExamples } from './push-examples.ts';

export const escrow = {
  escrowId: 'e1',
  domainId: 'd1',
  domainName: 'example.com',
  borrowerId: 'bo',
  lenderId: 'le',
};
const terms = { amountCents: 500_000, termDays: 90, rateBps: 1250 };
const offer = { offerId: 'o1', listingId: 'l1', ...escrow, ...terms };
export const domain = { domainId: 'd1', accountId: 'bo', name: 'example.com' };
export const ofLoan = { ...domain, escrowId: 'e1' };
export const orderFailure = toOrderFailure('BAD_AUTH_CODE');
export const at = '2026-11-21T23:30:00.000Z';
export const known: TemplateContext = {
  at,
  loan: { id: 'e1', version: 1, ...escrow, ...terms },
  operatorIds: ['op', 'le'],
  note: 'Because I say so',
  senderName: 'Bo',
  client: null,
};

const staff = { sealedClient: null, formerClient: null };

/** Ids in the examples, by subject type. */
export const subjectIds: Record<NotificationSubject['type'], string> = {
  ESCROW: 'e1',
  DOMAIN: 'd1',
  LISTING: 'l1',
  OFFER: 'o1',
  TRANSACTION: 't1',
  ACCOUNT: 'bo',
};

const findings = [
  {
    resolver: '192.0.2.1:53',
    host: 'example.com',
    ...{ result: 'ABSENT' as const, otherRecords: 0, errorCode: null },
  },
];

/** Exhaustive by type: an event with notifications has an example. */
export const eventExamples: Examples<Exclude<NotifiedSubject, keyof typeof moneyExamples>> = {
  'identity.account.security-changed': [
    { accountId: 'bo', change: 'MFA_ENDED', at, ...staff, recoveryCodesLeft: null },
    [['bo', true, '/app/settings']],
    /turned off your MFA on November 21, 2026 at 23:30 UTC because/,
  ],
  'domains.domain.verified': [
    { ...domain, holdable: true },
    [['bo', false, '/app/my-domains']],
    /You can now list it/,
  ],
  'domains.domain.proof-lost': [
    { ...domain, reason: { code: 'PROVEN_BY_ANOTHER', formerText: null } },
    [['bo', true, '/app/my-domains']],
    /Reason: Another account has proven this name, .*\. Restore the TXT record/,
  ],
  'domains.domain.proof-failed': [
    { ...domain, recordSeen: false, findings, obstacle: null, formerText: null },
    [['bo', true, '/app/my-domains']],
    /What we saw: 192\.0\.2\.1:53 sees no TXT record at example\.com\. Check/,
  ],
  'domains.domain.proof-contested': [domain, [['bo', true, '/app/my-domains']], /Another account/],
  'domains.domain.contest-ended': [domain, [['bo', false, '/app/my-domains']], /stays with you/],
  'domains.domain.eligibility-lost': [
    { ...domain, reasons: ['HOLD'], registrar: { former: 'A (IANA 1)', present: 'B (IANA 2)' } },
    [['bo', false, '/app/my-domains']],
    /moved from A \(IANA 1\) to B \(IANA 2\)\. If you didn’t move it, contact your former registrar now\. .* lift the hold.*was closed/,
  ],
  'domains.domain.collateral-endangered': [
    { ...ofLoan, reasons: ['PENDING_TRANSFER'], registrar: null, absent: true },
    [
      ['bo', true, '/app/my-domains'],
      ['le', true, '/app/escrow/e1'],
    ],
    /being transferred to another registrar.* no registration of this domain/,
  ],
  'domains.domain.unexpected-statuses': [
    { ...ofLoan, statuses: ['serverHold'] },
    [['op', true, '/app']],
    /reports serverHold for example\.com/,
  ],
  'domains.domain.legal-hold-changed': [
    { ...ofLoan, since: at, disclosed: true },
    [
      ['bo', false, '/app/my-domains'],
      ['le', false, '/app/escrow/e1'],
    ],
    /on legal hold because/,
  ],
  'domains.request.received': [
    { requestId: 'r1', kind: 'UDRP', name: 'example.com' },
    [
      ['op', true, '/app/disputes?tab=holds'],
      ['le', true, '/app/disputes?tab=holds'],
    ],
    /sent a request about example\.com/,
  ],
  'domains.domain.transfer-started': [
    ofLoan,
    [
      ['bo', false, '/app/my-domains'],
      ['le', false, '/app/escrow/e1'],
    ],
    /transfer of example\.com/,
  ],
  'domains.domain.transfer-failed': [
    { ...ofLoan, reason: orderFailure, byOwner: false },
    [
      ['bo', true, '/app/my-domains'],
      ['le', false, '/app/escrow/e1'],
    ],
    /Reason: The transfer code is wrong\. Ask .* try again\. You can/,
  ],
  'domains.domain.custody-arrived': [
    { ...ofLoan, expiresAt: at, transferOutAvailableAt: at },
    [['bo', false, '/app/my-domains']],
    /registered until November 21, 2026\./,
  ],
  'domains.domain.renewal-needed': [
    { ...ofLoan, expiresAt: at, neededUntil: '2027-02-01T00:00:00.000Z' },
    [
      ['bo', true, '/app/my-domains'],
      ['le', false, '/app/escrow/e1'],
    ],
    /example\.com/,
  ],
  'domains.domain.renewed': [
    { ...ofLoan, expiresAt: at, chargedCents: 1200, paidBy: 'le' },
    [
      ['bo', false, '/app/my-domains'],
      ['le', false, '/app/escrow/e1'],
    ],
    /until November 21, 2026/,
  ],
  'domains.domain.renewal-failed': [
    { ...ofLoan, reason: orderFailure },
    [['bo', true, '/app/my-domains']],
    /fee was returned to your balance\. Reason: The transfer code is wrong\./,
  ],
  'domains.domain.custody-lost': [
    { ...ofLoan, reason: { code: 'TRANSFERRED', formerText: null } },
    [['bo', false, '/app/my-domains']],
    /Reason: The registry has transferred the domain to another registrar\.$/,
  ],
  'domains.domain.owner-value-lowered': [
    { ...domain, formerCents: 600_000, presentCents: 10_000 },
    [['bo', false, '/app/my-domains']],
    /was lowered from \$6,000\.00 to \$100\.00\. .*If this wasn’t you, set a new password/,
  ],
  'domains.domain.transfer-out-waiting': [
    { ...domain, startsAt: at, sealedStopToken: 'sealed' },
    [['bo', false, '/app/my-domains']],
    /starts in 23 hours .* you can cancel it in My Domains\.$/,
  ],
  'domains.domain.transfer-out-stopped': [
    { ...domain, requestedAt: at, stoppedAt: at },
    [['bo', false, '/app/my-domains']],
    /was stopped with the emailed link before it started.* Anything set up since the request \(MFA, payees, a new email\) was removed\.$/,
  ],
  'domains.domain.transfer-out-started': [
    { ...domain, sealedAuthCode: 'sealed', codeExpiresAt: at },
    [['bo', false, '/app/my-domains']],
    /lets another registrar take example\.com\. It can be used until .* UTC\. .* cancel the transfer/,
  ],
  'domains.domain.transfer-out-requested': [
    { ...domain, approvedBy: at },
    [['bo', false, '/app/my-domains']],
    /It moves by .* UTC unless you cancel/,
  ],
  'domains.domain.transfer-out-cancelled': [
    { ...domain, reason: null, waited: false, codeExpired: false },
    [['bo', false, '/app/my-domains']],
    /locked again/,
  ],
  'domains.domain.transferred-out': [
    domain,
    [['bo', false, '/app/my-domains']],
    /another registrar/,
  ],
  'domains.domain.owner-changed': [
    { ...domain, fromAccountId: 'bo', toAccountId: 'le', escrowId: 'e1' },
    [['le', false, '/app/my-domains']],
    /your account/,
  ],
  ...{ ...pushExamples, ...assignmentExamples },
  'domains.domain.expiring': [
    { ...ofLoan, expiresAt: at, renewsAt: null, reason: orderFailure },
    [
      ['bo', true, '/app/my-domains'],
      ['le', true, '/app/escrow/e1'],
    ],
    /November 21, 2026.* so far: The transfer code is wrong\./,
  ],
  'domains.domain.expired': [
    { ...ofLoan, expiresAt: at, deleting: true, reason: null },
    [
      ['bo', false, '/app/my-domains'],
      ['le', false, '/app/escrow/e1'],
      ['op', true, '/app'],
    ],
    /^The registry is deleting .* registered until November 21, 2026\. It no longer works/,
  ],
  'lending.listing.closed': [
    { listingId: 'l1', ...escrow, reason: 'PROOF_LOST' },
    [['bo', false, '/app/my-domains']],
    /was closed because we could no longer verify/,
  ],
  'lending.offer.made': [
    { ...offer, expiresAt: '2026-11-28T09:30:00.000Z' },
    [['bo', true, '/app/borrow#offers']],
    /\$5,000\.00 for 90 days at 12\.5% a year.* Answer by November 28, 2026 at 09:30 UTC\./,
  ],
  'lending.offer.accepted': [
    { ...offer, dueBy: at },
    [['le', false, '/app/escrow/e1']],
    /was accepted/,
  ],
  'lending.offer.denied': [
    { ...offer, reason: 'LISTING_CLOSED' },
    [['le', false, '/app/lend#offers']],
    /listing was closed/,
  ],
  'lending.offer.rescinded': [offer, [['bo', false, '/app/borrow#offers']], /withdrew/],
  'lending.offer.expired': [
    offer,
    [
      ['le', false, '/app/lend#offers'],
      ['bo', false, '/app/borrow#offers'],
    ],
    /expired/,
  ],
  'lending.escrow.moved': [
    {
      ...escrow,
      move: 'MARK_PAID',
      from: 'DOMAIN_IN_CUSTODY',
      to: 'LOAN_POSTED',
      by: 'LENDER',
      hasNote: false,
      ...{ dueAt: null, graceEndsAt: null, instalment: null },
      ...{
        payoffCents: null,
        daysToDue: null,
        receivedBy: null,
        collateralGone: false,
        claimBlocks: true,
        maySeize: false,
        evidenceComplete: false,
      },
    },
    [['bo', true, '/app/escrow/e1']],
    /\$5,000\.00 .* was sent\. Confirm it/,
  ],
  'lending.escrow.payee-changed': [
    { ...escrow, party: 'BORROWER', change: 'CHANGED', effectiveAt: at, first: false },
    [
      ['le', false, '/app/escrow/e1'],
      ['bo', false, '/app/escrow/e1'],
    ],
    /^The borrower changed the payee .* valid from November 21, 2026 at 23:30 UTC; until then/,
  ],
  'lending.escrow.contract-drawn': [
    escrow,
    [
      ['bo', true, '/app/escrow/e1'],
      ['le', true, '/app/escrow/e1'],
    ],
    /\$5,000\.00 .* Read and sign it; .* 7 days after acceptance\./,
  ],
  'lending.escrow.contract-sealed': [
    escrow,
    [
      ['bo', false, '/app/escrow/e1'],
      ['le', false, '/app/escrow/e1'],
    ],
    /sealed/,
  ],
  'lending.message.sent': [
    { ...escrow, messageId: 'm1', senderId: 'bo', recipientIds: ['le', 'op'] },
    [
      ['le', false, '/app/escrow/e1'],
      ['op', false, '/app/disputes/e1'],
    ],
    /^Bo wrote to you about the loan on example\.com\.$/,
  ],
};
