import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueWarning, nextLookAtEnd, renewsAt } from './registration-end.ts';

const expiresAt = new Date('2028-03-01T12:00:00Z');
const daysBefore = (days: number) => new Date(expiresAt.getTime() - days * 86_400_000);
const warned = (days: number) => ({ expiresAt, expiryWarning: { expiresAt, days } });

test('warnings are due at 60, 30 and 7 days, each once, and after a jump of the clock the latest only', () => {
  const fresh = { expiresAt, expiryWarning: null };
  const cases: [Parameters<typeof dueWarning>[0], number, number | undefined][] = [
    [fresh, 61, undefined],
    [fresh, 60, 60],
    [warned(60), 59, undefined],
    [warned(60), 30, 30],
    [warned(30), 8, undefined],
    [warned(30), 7, 7],
    [fresh, 3, 7],
    [warned(7), 1, undefined],
    [fresh, -1, undefined],
    [{ expiresAt: null, expiryWarning: null }, 1, undefined],
    [{ expiresAt, expiryWarning: { expiresAt: daysBefore(365), days: 7 } }, 60, 60],
  ];
  for (const [domain, days, wanted] of cases)
    assert.equal(dueWarning(domain, daysBefore(days)), wanted, `${days} days before`);
});

test('the next look is at the next warning, and daily from the day of the renewal on', () => {
  const cases: [number, number][] = [
    [400, 60],
    [60, 30],
    [30, 29],
    [7.5, 7],
    [2, 1],
    [-10, -11],
  ];
  for (const [at, next] of cases)
    assert.deepEqual(nextLookAtEnd(expiresAt, daysBefore(at)), daysBefore(next), `${at} days`);
  assert.deepEqual(renewsAt(expiresAt), daysBefore(30));
});
