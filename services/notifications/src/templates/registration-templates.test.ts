/** Recipients of expiry notifications, and who can act on them. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import { platformAccountId } from '@nameloan/contracts/platform';
import { emptyContext } from '../testing/template-context.ts';
import type { TemplateContext } from './template.ts';
import { templates } from './templates.ts';

const domain = { domainId: 'd1', accountId: 'bo', name: 'example.com' };
const ofLoan = { ...domain, escrowId: 'e1' };
const reason = toOrderFailure('BALANCE_TOO_LOW', { missingCents: 300, owedCents: 0 });
const at = '2026-11-21T23:30:00.000Z';
const parties = { borrowerId: 'bo', lenderId: 'le', domainName: 'example.com' };
const terms = { amountCents: 500_000, termDays: 90, rateBps: 1250 };
const known: TemplateContext = {
  ...emptyContext,
  loan: { id: 'e1', version: 1, ...parties, ...terms },
  operatorIds: ['op', 'le'],
};

test('owner and lender learn that an expired registration can still be renewed', () => {
  const event = { ...ofLoan, expiresAt: at, deleting: false, reason };
  const drafts = templates['domains.domain.expired'].drafts(event, known);
  assert.deepEqual(
    drafts.map(({ to, alert }) => [to, alert !== false]),
    [
      ['bo', true],
      ['le', true],
    ],
  );
  for (const { body } of drafts)
    assert.match(
      body,
      /ended on November 21, 2026\. .* for a few weeks; after that .* so far(: .*)?\.$/,
    );
});

test('only the owner learns why it was not renewed', () => {
  const event = { ...ofLoan, expiresAt: at, reason };
  for (const [owner, lender] of [
    templates['domains.domain.expiring'].drafts({ ...event, renewsAt: null }, known),
    templates['domains.domain.expired'].drafts({ ...event, deleting: false }, known),
  ]) {
    assert.match(
      String(owner?.body),
      /so far: Your balance is too low: \$3\.00 is missing\. Add balance first\.$/,
    );
    assert.match(
      String(lender?.body),
      /We couldn’t renew it from the borrower’s balance so far\.$/,
    );
    assert.doesNotMatch(String(lender?.body), /too low/);
  }
});

test('operators are notified about the expiry of a domain that the platform took', () => {
  const own = { ...domain, accountId: platformAccountId, escrowId: null };
  const alone = { ...known, loan: null };
  const ends = { ...own, expiresAt: at, reason: null };
  const drafts = [
    ...templates['domains.domain.expiring'].drafts({ ...ends, renewsAt: null }, alone),
    ...templates['domains.domain.expired'].drafts({ ...ends, deleting: false }, alone),
    ...templates['domains.domain.expired'].drafts({ ...ends, deleting: true }, alone),
    ...templates['domains.domain.custody-lost'].drafts(
      { ...own, reason: { code: 'DELETED', formerText: null } },
      alone,
    ),
  ];
  assert.deepEqual(
    drafts.map(({ to, alert }) => `${to} ${alert !== false}`),
    ['op true', 'le true', 'op true', 'le true', 'op true', 'le true', 'op false', 'le false'],
  );
  for (const { title, body, link } of drafts) {
    assert.match(title, /example\.com/);
    assert.match(body, /example\.com.*\.$/);
    assert.equal(link, '/app');
    assert.doesNotMatch(body, /your (own )?balance|null|borrower/);
  }
});
