/** Classification of refresh token uses at the edges of their windows. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from './session.ts';
import { classifyTokenUse, extendFamily } from './session.ts';

const dayMs = 86_400_000;
const start = new Date('2026-03-01T12:00:00Z');
const client = { ip: '192.0.2.1', userAgent: 'browser' };
const session: Session = {
  ...{ id: 's', version: 3, accountId: 'a', status: 'OPEN', generation: 2, salt: 'salt' },
  ...client,
  ...{
    firstUse: { generation: 2, at: start },
    openedAt: start,
    createdAt: start,
    lastUsedAt: start,
  },
  ...{ expiresAt: new Date(start.getTime() + 30 * dayMs), endedAt: null, endReason: null },
};
const use = (afterMs: number, by = client, of = session) =>
  classifyTokenUse(of, {
    generation: 2,
    client: by,
    wall: new Date(start.getTime() + afterMs),
    at: new Date(start.getTime() + afterMs),
  });

test('a used token is valid for exactly a minute after its first use', () => {
  assert.equal(use(0), 'SAME_SUCCESSOR');
  assert.equal(use(60_000), 'SAME_SUCCESSOR');
  assert.equal(use(60_001), 'THEFT');
});

test('a replica whose clock is behind that of the first use accepts the retry', () => {
  assert.equal(use(-3000), 'SAME_SUCCESSOR');
});

test('clients without a user agent share no browser', () => {
  const bare = { ...session, userAgent: '' };
  assert.equal(use(0, { ip: '198.51.100.1', userAgent: '' }, bare), 'THEFT');
  assert.equal(use(0, { ip: '192.0.2.1', userAgent: '' }, bare), 'SAME_SUCCESSOR');
  const ipv6 = { ...session, ip: '2001:db8:1:2::3' };
  assert.equal(use(0, { ip: '2001:db8:1:2::9', userAgent: 'x' }, ipv6), 'SAME_SUCCESSOR');
});

test('a token of an expired family is invalid, not stolen', () => {
  assert.equal(use(30 * dayMs), 'INVALID');
  const old = { ...session, openedAt: new Date(start.getTime() - 180 * dayMs) };
  assert.equal(use(0, client, old), 'INVALID');
});

test('a family is extended by 30 days, up to 180 days after its login', () => {
  const extend = (days: number) =>
    (extendFamily(session, new Date(start.getTime() + days * dayMs)).getTime() - start.getTime()) /
    dayMs;
  assert.deepEqual([0, 100, 150, 170].map(extend), [30, 130, 180, 180]);
});

test('after a refresh by a replica of an earlier release, the time of that refresh counts', () => {
  const lastUsedAt = new Date(start.getTime() + dayMs);
  const mixed = { ...session, firstUse: { generation: 1, at: start }, lastUsedAt };
  assert.equal(use(dayMs + 1000, client, mixed), 'SAME_SUCCESSOR');
  assert.equal(use(dayMs + 61_000, client, mixed), 'THEFT');
});
