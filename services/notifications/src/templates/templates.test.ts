/** Every event has a template with the right recipients and full sentences, or a reason for having none. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Subject } from '@nameloan/contracts/events';
import { events } from '@nameloan/contracts/events';
import { formatDate } from '@nameloan/contracts/format-date';
import { formatCents } from '@nameloan/contracts/money';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import {
  at,
  domain,
  escrow,
  eventExamples,
  known,
  ofLoan,
  orderFailure,
  subjectIds,
} from '../testing/event-examples.ts';
import type { Examples } from '../testing/money-examples.ts';
import { moneyExamples } from '../testing/money-examples.ts';
import { notificationKinds } from './notification-kind.ts';
import type { NotificationDraft, NotificationTemplate } from './template.ts';
import { quote } from './template.ts';
import type { NotifiedSubject } from './templates.ts';
import { templates } from './templates.ts';

type TemplateSubject = keyof typeof templates;
const examples: Examples<NotifiedSubject> = { ...eventExamples, ...moneyExamples };

function render(subject: TemplateSubject, data: object): NotificationDraft[] {
  const template = templates[subject] as NotificationTemplate<Subject>;
  return 'drafts' in template ? template.drafts(data as never, known) : [];
}

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
    for (const { to, title, body, kind, subject } of drafts) {
      assertReadable(title, body);
      assert.ok(notificationKinds.includes(kind));
      // A request that names no record is about the operator's own account.
      const isReader = subject.type === 'ACCOUNT' && subject.id === to;
      assert.ok(isReader || subject.id === subjectIds[subject.type]);
    }
  });
}

function assertReadable(title: string, body: string): void {
  assert.match(body, /^[A-Z$a-z].*[.]$/);
  assert.doesNotMatch(`${title} ${body}`, /undefined|null|NaN|Invalid|\[object|\.\.|\s\s|\n/);
  assert.ok(title.length > 0 && title.length <= 320 && body.length <= 1500);
  assert.doesNotMatch(title, /[.\r\n]$/);
}

test('every event has notifications and an example, or a reason for having none', () => {
  assert.deepEqual(Object.keys(templates).sort(), Object.keys(events).sort());
  for (const [subject, template] of Object.entries(templates)) {
    if ('without' in template) assert.match(template.without, /\w+ \w+/, subject);
    assert.equal(subject in examples, 'drafts' in template, subject);
  }
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
  const reason = toOrderFailure('CANCELLED_BY_OWNER');
  const event = { ...ofLoan, reason, byOwner: true };
  const [owner, lender, ...more] = templates['domains.domain.transfer-failed'].drafts(event, known);
  assert.deepEqual([owner?.alert, lender?.alert, more], [false, false, []]);
  assert.match(owner?.body ?? '', /^You cancelled the transfer of example\.com/);
  assert.match(lender?.body ?? '', /^The borrower cancelled the transfer of example\.com/);
});

test('only the owner is notified about a domain without a loan', () => {
  const event = { ...domain, escrowId: null, reason: orderFailure, byOwner: false };
  const drafts = templates['domains.domain.transfer-failed'].drafts(event, {
    ...known,
    loan: null,
  });
  assert.deepEqual(
    drafts.map(({ to }) => to),
    ['bo'],
  );
});

test('the payer of a deposit that staff failed reads the operator’s reason', () => {
  const deposit = {
    transactionId: 't1',
    accountId: 'bo',
    amountCents: 100,
    method: 'CARD',
  } as const;
  const { drafts } = templates['payments.deposit.failed'];
  const event = { ...deposit, reason: { code: 'STAFF_DECISION', formerText: null } } as const;
  assert.match(drafts(event, known)[0]?.body ?? '', /failed\. Reason: Because I say so\.$/);
  assert.match(drafts(event, { ...known, note: null })[0]?.body ?? '', /by card failed\.$/);
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

test('a message of an operator says so, and a party cannot cause that by its name', () => {
  const message = { ...escrow, messageId: 'm1', recipientIds: ['bo'] };
  const [staff] = render('lending.message.sent', { ...message, senderId: 'op' });
  assert.equal(staff?.title, 'New message from Nameloan staff about the loan on example.com');
  assert.match(staff?.body ?? '', /^Bo of the Nameloan staff wrote to you/);
  const [party] = render('lending.message.sent', { ...message, senderId: 'le' });
  assert.doesNotMatch(`${party?.title} ${party?.body}`, /staff/);
});

test('an offer and a contract of several payments say how many', () => {
  const offer = { offerId: 'o1', listingId: 'l1', domainId: 'd1', domainName: 'example.com' };
  const parties = { borrowerId: 'bo', lenderId: 'le', amountCents: 1_000_000 };
  const terms = { termDays: 365, rateBps: 1_200, paymentCount: 12, expiresAt: null };
  const [made] = render('lending.offer.made', { ...offer, ...parties, ...terms });
  assert.match(made?.body ?? '', /\$10,000\.00 for 365 days at 12% a year in 12 payments against/);
  const single = { ...terms, paymentCount: 1 };
  const [once] = render('lending.offer.made', { ...offer, ...parties, ...single });
  assert.match(once?.body ?? '', /at 12% a year against/);
});
