import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeLockDeadline } from './legal-hold.ts';

test('the lock of a UDRP case is due two business days after its request, whatever day that is', () => {
  const deadlines: [string, string][] = [
    ['2026-11-23T09:00:00.000Z', '2026-11-25T09:00:00.000Z'],
    ['2026-11-26T23:30:00.000Z', '2026-11-30T23:30:00.000Z'],
    ['2026-11-27T09:00:00.000Z', '2026-12-01T09:00:00.000Z'],
    ['2026-11-28T09:00:00.000Z', '2026-12-01T09:00:00.000Z'],
    ['2026-11-29T09:00:00.000Z', '2026-12-01T09:00:00.000Z'],
  ];
  for (const [received, due] of deadlines)
    assert.equal(computeLockDeadline('UDRP', new Date(received))?.toISOString(), due, received);
  assert.equal(computeLockDeadline('COURT', new Date('2026-11-23T09:00:00.000Z')), null);
});
