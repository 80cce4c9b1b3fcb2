import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DomainError, httpStatus, isErrorCode } from './errors.ts';
import { staleSchemas } from './event-schemas.ts';
import { readEvent } from './event-versions.ts';
import { events } from './events.ts';
import { formatCents, formatRate } from './money.ts';
import { serviceNames } from './platform.ts';
import { quotas } from './quotas.ts';

test('the committed event schemas are those of the code', () => {
  assert.deepEqual(staleSchemas(), [], 'run npm run supergraph');
});

test('every event is named service.entity.past and carries ids and data only', () => {
  for (const [subject, { version, shape }] of Object.entries(events)) {
    assert.match(subject, new RegExp(`^(${serviceNames.join('|')})\\.[a-z]+\\.[a-z-]+$`));
    assert.ok(Number.isInteger(version) && version >= 1, subject);
    assert.ok(
      Object.keys(shape.shape).some((key) => key.endsWith('Id')),
      `${subject} has the id of an entity`,
    );
  }
});

test('the README has the quotas of the code', () => {
  const readme = readFileSync(join(import.meta.dirname, '..', 'README.md'), 'utf8');
  const rows = readme.matchAll(/^\| `(\w+)` +\| (\d+) +\| ([^|]+) \|/gm);
  const shown = [...rows].map(([, name, max, per = '']) => [
    ...[name, Number(max)],
    per.endsWith('and day') ? 86_400 : 3600,
  ]);
  const there = Object.entries(quotas).map(([name, { max, seconds }]) => [name, max, seconds]);
  assert.deepEqual(shown, there);
});

test('an event that lacks a newer field is still valid', () => {
  const parties = { domainId: 'd', domainName: 'a.com', borrowerId: 'b', lenderId: 'l' };
  const terms = { amountCents: 1, termDays: 1, rateBps: 1 };
  const made = { offerId: 'o', listingId: 'i', ...parties, ...terms };
  assert.equal(events['lending.offer.made'].shape.parse(made).expiresAt, null);
  const moved = {
    ...{ escrowId: 'e', ...parties, move: 'SEND_NOTICE', by: 'SYSTEM', note: null },
    ...{ from: 'LOAN_POSTED', to: 'LOAN_POSTED', dueAt: '2026-11-28T09:30:00.000Z' },
  };
  const about = { id: 'e', aggregateId: 'e', aggregateVersion: 2, at: moved.dueAt, v: 1 };
  const read = (data: object) => readEvent({ ...about, subject: 'lending.escrow.moved', data });
  assert.partialDeepStrictEqual(read(moved), {
    event: {
      data: {
        ...{ graceEndsAt: null, payoffCents: null, daysToDue: null, receivedBy: null },
        ...{ collateralGone: false, claimBlocks: true, hasNote: false },
        ...{ maySeize: false, evidenceComplete: false },
      },
    },
  });
  for (const wrong of [{ move: 'NO_MOVE' }, { from: 'NO_STATUS' }, { to: 'NO_STATUS' }]) {
    assert.ok('fault' in read({ ...moved, ...wrong }));
  }
});

test('amounts and rates are formatted for users', () => {
  assert.equal(formatCents(123_456_789), '$1,234,567.89');
  assert.equal(formatCents(-5), '−$0.05');
  assert.equal(formatCents(0), '$0.00');
  assert.equal(formatRate(1250), '12.5%');
});

test('an error keeps its code, its message and its field errors', () => {
  const error = new DomainError('INVALID_INPUT', 'No.', { fields: { amount: 'Too much.' } });
  assert.deepEqual(
    [error.code, error.message, error.details.fields],
    ['INVALID_INPUT', 'No.', { amount: 'Too much.' }],
  );
  assert.ok(isErrorCode('CONFLICT') && !isErrorCode('toString') && !isErrorCode(7));
  assert.ok(Object.values(httpStatus).every((status) => status >= 400 && status <= 503));
});

test('an error received from another service equals the thrown one, without unknown details', () => {
  const quote = { amountCents: 12_000, premium: true, validUntil: '2026-11-22T12:00:00.000Z' };
  const thrown = new DomainError('CONFLICT', 'Dearer.', { reason: 'PRICE_CHANGED', quote });
  const { code, message, details } = thrown;
  const sent = JSON.parse(JSON.stringify({ code, message, ...details }));
  const read = DomainError.read({ ...sent, missingCents: '12', stack: 'at home' });
  assert.deepEqual([read.code, read.message, read.details], ['CONFLICT', 'Dearer.', details]);
  assert.equal(DomainError.read({ code: 'toString', message: 'No.' }).code, 'INTERNAL');
  assert.deepEqual(DomainError.read({ ...sent, quote: { ...quote, amountCents: 0.5 } }).details, {
    reason: 'PRICE_CHANGED',
  });
});
