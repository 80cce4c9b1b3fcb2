/** Every event has a template with the right recipients and full sentences, or a reason for having none. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Subject } from '@nameloan/contracts/events';
import { events } from '@nameloan/contracts/events';
import { formatDate } from '@nameloan/contracts/format-date';
import { formatCents } from '@nameloan/contracts/money';
import type { Examples } from '../testing/money-examples.ts';
import { moneyExamples } from '../testing/money-examples.ts';
import { notificationKinds } from './notification-kind.ts';
import type { NotificationSubject, NotificationTemplate, TemplateContext } from './template.ts';
import { quote } from './template.ts';
import { eventsWithoutNotification, templates } from './templates.ts';

const escrow = {
  escrowId: 'e1',
  domainId: 'd1',
  domainName: 'example.com',
  borrowerId: 'bo',
  lenderId: 'le',
};
const terms = { amountCents: 500_000, termDays: 90, rateBps: 1250 };
const offer = { offerId: 'o1', listingId: 'l1', ...escrow, ...terms };
const domain = { domainId: 'd1', accountId: 'bo', name: 'example.com' };
const ofLoan = { ...domain, escrowId: 'e1' };
const reason = 'The registry says so';
const at = '2026-11-21T23:30:00.000Z';
const known: TemplateContext = {
  loan: { id: 'e1', version: 1, ...escrow, ...terms },
  operatorIds: ['op', 'le'],
};

/** Ids in the examples, by subject type. */
const subjectIds: Record<NotificationSubject['type'], string> = {
  ESCROW: 'e1',
  DOMAIN: 'd1',
  LISTING: 'l1',
  OFFER: 'o1',
  TRANSACTION: 't1',
  ACCOUNT: 'bo',
};

type TemplateSubject = keyof typeof templates;

/** An example of each event and its expected notifications. */
const examples: Examples<TemplateSubject> = {
  'identity.account.security-changed': [
    { accountId: 'bo', change: 'MFA_ENDED', at, from: null, recoveryCodesLeft: null },
    [['bo', true, '/app/settings']],
    /turned off your MFA on November 21, 2026 at 23:30 UTC because/,
  ],
  'domains.domain.verified': [
    { ...domain, holdable: true },
    [['bo', false, '/app/my-domains']],
    /You can now list it/,
  ],
  'domains.domain.proof-lost': [
    { ...domain, reason },
    [['bo', true, '/app/my-domains']],
    /The registry says so\./,
  ],
  'domains.domain.proof-failed': [
    { ...domain, reason, recordSeen: false },
    [['bo', true, '/app/my-domains']],
    /What we saw: The registry says so\./,
  ],
  'domains.domain.proof-contested': [domain, [['bo', true, '/app/my-domains']], /Another account/],
  'domains.domain.contest-ended': [domain, [['bo', false, '/app/my-domains']], /stays with you/],
  'domains.domain.transfer-started': [
    ofLoan,
    [
      ['bo', false, '/app/my-domains'],
      ['le', false, '/app/escrow/e1'],
    ],
    /transfer of example\.com/,
  ],
  'domains.domain.transfer-failed': [
    { ...ofLoan, reason, byOwner: false },
    [
      ['bo', true, '/app/my-domains'],
      ['le', false, '/app/escrow/e1'],
    ],
    /Reason: The registry says so\./,
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
    { ...ofLoan, reason },
    [['bo', true, '/app/my-domains']],
    /fee was returned to your balance\. Reason: The registry says so\./,
  ],
  'domains.domain.custody-lost': [
    { ...ofLoan, reason },
    [['bo', false, '/app/my-domains']],
    /The registry says so\./,
  ],
  'domains.domain.transfer-out-started': [
    { ...domain, sealedAuthCode: 'sealed' },
    [['bo', false, '/app/my-domains']],
    /emailed you the transfer code\.$/,
  ],
  'domains.domain.transfer-out-cancelled': [
    { ...domain, reason: null },
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
  'domains.domain.expiring': [
    { ...ofLoan, expiresAt: at, renewsAt: null, reason },
    [
      ['bo', true, '/app/my-domains'],
      ['le', true, '/app/escrow/e1'],
    ],
    /November 21, 2026.*The registry says so\./,
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
      note: null,
      dueAt: null,
      graceEndsAt: null,
      ...{ payoffCents: null, daysToDue: null, receivedBy: null, collateralGone: false },
    },
    [['bo', true, '/app/escrow/e1']],
    /\$5,000\.00 .* was sent\. Confirm it/,
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
    { ...escrow, messageId: 'm1', senderId: 'bo', senderName: 'Bo', recipientIds: ['le', 'op'] },
    [
      ['le', false, '/app/escrow/e1'],
      ['op', false, '/app/disputes/e1'],
    ],
    /^Bo wrote to you about the loan on example\.com\.$/,
  ],
  ...moneyExamples,
};

const render = (subject: TemplateSubject, data: object) =>
  (templates[subject] as NotificationTemplate<Subject>)(data as never, known);

for (const [subject, [data, expected, pattern]] of Object.entries(examples)) {
  test(`${subject} notifies the right accounts in full sentences`, () => {
    const shape = events[subject as Subject].shape;
    assert.ok(shape.safeParse(data).success, 'the example is a valid event');
    const drafts = render(subject as TemplateSubject, data);
    assert.deepEqual(
      drafts.map(({ to, alert, link }) => [to, alert !== false, link]),
      expected,
    );
    assert.match(drafts[0]?.body ?? '', pattern);
    for (const { title, body, kind, subject } of drafts) {
      assertReadable(title, body);
      assert.ok(notificationKinds.includes(kind));
      assert.equal(subject.id, subjectIds[subject.type]);
    }
  });
}

function assertReadable(title: string, body: string): void {
  assert.match(body, /^[A-Z$a-z].*[.]$/);
  assert.doesNotMatch(`${title} ${body}`, /undefined|null|NaN|Invalid|\[object|\.\.|\s\s|\n/);
  assert.ok(title.length > 0 && title.length <= 320 && body.length <= 1500);
  assert.doesNotMatch(title, /[.\r\n]$/);
}

test('every event has a template or a reason for having none', () => {
  const named = [...Object.keys(templates), ...Object.keys(eventsWithoutNotification)].sort();
  assert.deepEqual(named, Object.keys(events).sort());
  assert.deepEqual(Object.keys(examples).sort(), Object.keys(templates).sort());
});

test('users get no notification about their own actions', () => {
  const quiet: [TemplateSubject, object][] = [
    ['lending.listing.closed', { listingId: 'l', ...escrow, reason: 'REMOVED' }],
    ['lending.listing.closed', { listingId: 'l', ...escrow, reason: 'ACCEPTED' }],
    [
      'domains.domain.owner-changed',
      { ...domain, fromAccountId: 'bo', toAccountId: null, escrowId: 'e1' },
    ],
  ];
  for (const [subject, data] of quiet) {
    assert.deepEqual(render(subject, data), []);
  }
});

test('a transfer that its owner cancelled raises no alert, and the lender learns who cancelled it', () => {
  const event = { ...ofLoan, reason: 'The owner cancelled the transfer.', byOwner: true };
  const [owner, lender, ...more] = templates['domains.domain.transfer-failed'](event, known);
  assert.deepEqual([owner?.alert, lender?.alert, more], [false, false, []]);
  assert.match(owner?.body ?? '', /^You cancelled the transfer of example\.com/);
  assert.match(lender?.body ?? '', /^The borrower cancelled the transfer of example\.com/);
});

test('only the owner is notified about a domain without a loan', () => {
  const event = { ...domain, escrowId: null, reason, byOwner: false };
  const drafts = templates['domains.domain.transfer-failed'](event, { ...known, loan: null });
  assert.deepEqual(
    drafts.map(({ to }) => to),
    ['bo'],
  );
});

test('a quote is one bounded line that ends as a sentence', () => {
  for (const empty of [null, ' \n ']) assert.equal(quote('Reason', empty), '');
  assert.equal(quote('Reason', 'a\r\nb\u0007c'), ' Reason: a b c.');
  assert.equal(quote('Reason', 'Why?'), ' Reason: Why?');
  assert.ok(quote('Reason', 'x'.repeat(2000)).length <= 410);
});

test('days are in UTC', () => {
  assert.equal(formatDate(at), 'November 21, 2026');
  assert.equal(formatCents(500_000), '$5,000.00');
});
