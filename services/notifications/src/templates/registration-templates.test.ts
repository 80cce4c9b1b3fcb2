/** Who is told of a registration that ends, and whose matter it is. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platformAccountId } from '@nameloan/contracts/platform.ts';
import type { TemplateContext } from './template.ts';
import { templates } from './templates.ts';

const domain = { domainId: 'd1', accountId: 'bo', name: 'example.com' };
const ofLoan = { ...domain, escrowId: 'e1' };
const reason = 'Your balance is too low';
const at = '2026-11-21T23:30:00.000Z';
const parties = { borrowerId: 'bo', lenderId: 'le', domainName: 'example.com' };
const terms = { amountCents: 500_000, termDays: 90, rateBps: 1250 };
const known: TemplateContext = {
  loan: { id: 'e1', version: 1, ...parties, ...terms },
  operatorIds: ['op', 'le'],
};

test('of a registration that has ended owner and lender hear that it can still be renewed', () => {
  const facts = { ...ofLoan, expiresAt: at, deleting: false, reason };
  const told = templates['domains.domain.expired'](facts, known);
  assert.deepEqual(
    told.map(({ to, alert }) => [to, alert !== false]),
    [
      ['bo', true],
      ['le', true],
    ],
  );
  for (const { body } of told)
    assert.match(body, /ended on November 21, 2026\. For some weeks .* so far(: .*)?\.$/);
});

test('why it was not renewed is said to its owner alone: it speaks of their balance', () => {
  const facts = { ...ofLoan, expiresAt: at, reason };
  for (const [owner, lender] of [
    templates['domains.domain.expiring']({ ...facts, renewsAt: null }, known),
    templates['domains.domain.expired']({ ...facts, deleting: false }, known),
  ]) {
    assert.match(String(owner?.body), /so far: Your balance is too low\.$/);
    assert.match(
      String(lender?.body),
      /We could not renew it from the borrower’s balance so far\.$/,
    );
    assert.doesNotMatch(String(lender?.body), /too low/);
  }
});

test('the end of a name that the platform took is told to its operators', () => {
  const own = { ...domain, accountId: platformAccountId, escrowId: null };
  const alone = { ...known, loan: null };
  const ends = { ...own, expiresAt: at, reason: null };
  const words = [
    ...templates['domains.domain.expiring']({ ...ends, renewsAt: null }, alone),
    ...templates['domains.domain.expired']({ ...ends, deleting: false }, alone),
    ...templates['domains.domain.expired']({ ...ends, deleting: true }, alone),
    ...templates['domains.domain.custody-lost']({ ...own, reason }, alone),
  ];
  assert.deepEqual(
    words.map(({ to, alert }) => `${to} ${alert !== false}`),
    ['op true', 'le true', 'op true', 'le true', 'op true', 'le true', 'op false', 'le false'],
  );
  for (const { title, body, link } of words) {
    assert.match(title, /example\.com/);
    assert.match(body, /example\.com.*\.$/);
    assert.equal(link, '/app');
    assert.doesNotMatch(body, /your (own )?balance|null|borrower/);
  }
});
