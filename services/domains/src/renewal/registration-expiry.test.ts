import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  deletingWarning,
  dueWarning,
  nextRegistrationCheck,
  renewsAt,
  wasWarned,
} from './registration-expiry.ts';

const expiresAt = new Date('2028-03-01T12:00:00Z');
const daysBefore = (days: number) => new Date(expiresAt.getTime() - days * 86_400_000);
const warned = (days: number) => ({ expiresAt, expiryWarning: { expiresAt, days } });

test('warnings are due at 60, 30 and 7 days and at the expiry, each once, and after a jump of the clock only the latest', () => {
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
    [fresh, -1, 0],
    [warned(7), 0, 0],
    [warned(0), -1, undefined],
    [warned(deletingWarning), -50, undefined],
    [{ expiresAt: null, expiryWarning: null }, 1, undefined],
    [{ expiresAt, expiryWarning: { expiresAt: daysBefore(365), days: 7 } }, 60, 60],
  ];
  for (const [domain, days, wanted] of cases)
    assert.equal(dueWarning(domain, daysBefore(days)), wanted, `${days} days before`);
});

test('after the last warning no earlier one is sent', () => {
  assert.equal(wasWarned({ expiresAt, expiryWarning: null }, 0), false);
  assert.equal(wasWarned(warned(0), deletingWarning), false);
  assert.equal(wasWarned(warned(deletingWarning), 0), true);
  assert.equal(wasWarned({ ...warned(deletingWarning), expiresAt: daysBefore(-365) }, 60), false);
});

test('the next check is at the next warning, and daily from the renewal day on', () => {
  const cases: [number, number][] = [
    [400, 60],
    [60, 30],
    [30, 29],
    [7.5, 7],
    [2, 1],
    [0.5, 0],
    [-10, -11],
  ];
  for (const [at, next] of cases)
    assert.deepEqual(
      nextRegistrationCheck(expiresAt, daysBefore(at)),
      daysBefore(next),
      `${at} days`,
    );
  assert.deepEqual(renewsAt(expiresAt), daysBefore(30));
});
