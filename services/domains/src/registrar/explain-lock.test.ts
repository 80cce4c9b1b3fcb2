import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeOrderFailure } from '@nameloan/contracts/order-failures';
import type { ForbiddenOperation } from './explain-lock.ts';
import { findLock } from './explain-lock.ts';

/** The sentence of the lock; '' if there is none. */
function describeLock(...lock: Parameters<typeof findLock>): string {
  const failure = findLock(...lock);
  return failure ? describeOrderFailure(failure) : '';
}

const at = new Date('2027-03-01T00:00:00Z');
const daysAgo = (days: number) => new Date(at.getTime() - days * 86_400_000);
const old = { name: 'example.com', createdAt: daysAgo(900), transferredAt: undefined };

test('each lock is named, and its message says what to do', () => {
  const cases: [ForbiddenOperation, string[], RegExp][] = [
    ['TRANSFER', ['clientTransferProhibited'], /current registrar has locked.*Unlock it there/],
    ['TRANSFER', ['serverTransferProhibited'], /registry has locked.*Ask your current/],
    ['TRANSFER', ['pendingTransfer', 'clientTransferProhibited'], /Another transfer.*Wait until/],
    ['TRANSFER', ['pendingDelete'], /deleting the domain.*restore it/],
    ['RENEWAL', ['pendingDelete'], /can no longer be renewed/],
    ['RENEWAL', ['clientTransferProhibited', 'serverRenewProhibited'], /against renewal/],
    ['UPDATE', ['serverUpdateProhibited'], /against changes/],
    ['UPDATE', ['pendingTransfer'], /Try again after it ends/],
  ];
  for (const [forbidden, statuses, wanted] of cases) {
    const sentence = describeLock(forbidden, { ...old, statuses }, at);
    assert.match(sentence, wanted);
    assert.ok(
      statuses.some((status) => sentence.includes(`(${status})`)),
      sentence,
    );
  }
});

test('the message for a recently registered name has the day on which it can be transferred', () => {
  for (const statuses of [['serverTransferProhibited'], ['ok']]) {
    for (const state of [
      { createdAt: daysAgo(10), transferredAt: undefined },
      { createdAt: daysAgo(900), transferredAt: daysAgo(10) },
    ]) {
      const sentence = describeLock('TRANSFER', { ...old, ...state, statuses }, at);
      assert.match(sentence, /transferred recently.*until April 20, 2027/);
    }
  }
  const locked = { ...old, createdAt: daysAgo(10) };
  const statuses = ['clientTransferProhibited'];
  assert.match(describeLock('TRANSFER', { ...locked, statuses }, at), /Unlock it there/);
});

test('without a lock there is no message', () => {
  for (const forbidden of ['TRANSFER', 'RENEWAL', 'UPDATE'] as const)
    assert.equal(findLock(forbidden, { ...old, statuses: ['ok'] }, at), undefined);
});
