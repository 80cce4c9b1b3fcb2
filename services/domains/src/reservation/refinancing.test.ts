/** A loan that refinances another one: the domain goes from one to the other in one write, and is never free. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EventData } from '@nameloan/contracts/events';
import { now } from '@nameloan/runtime/clock';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { domains } from '../domain/domain.model.ts';
import { commit, serviceContext } from '../service-context.ts';
import type { TestLoan } from '../testing/loans.ts';
import { acceptanceData, escrowMovedData, loanOn, reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import { addDomainInCustody, day, startDomains } from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

/** A domain in escrow for the old loan, and the new loan that domains does not know yet. */
async function createRefinance() {
  const id = await addDomainInCustody(s, 'ann');
  const old = await reserveFor(s, id, 'len');
  await s.deliver('lending.escrow.collateral-held', old);
  return { id, old, next: await loanOn(s, id, 'nia') };
}

const accept = (next: TestLoan, replaces: string, termDays = 90) =>
  s.deliver('lending.offer.accepted', { ...acceptanceData(next, termDays), replacesId: replaces });

const movedData = (
  next: TestLoan,
  old: TestLoan,
): EventData<'lending.escrow.collateral-moved'> => ({
  ...next,
  replacesId: old.escrowId,
  fromEscrowId: old.escrowId,
  dueBy: new Date(now().getTime() + 90 * day).toISOString(),
  domainVersion: null,
});

const readBinding = async (id: string) => {
  const { status, reservation } = await s.record(id);
  return [status, reservation?.escrowId, reservation?.lenderId];
};

/** Publishes an event that may be deferred, and resolves to a promise of its handling. */
async function publish<S extends Parameters<TestDomains['deliver']>[0]>(
  subject: S,
  data: EventData<S>,
): Promise<() => Promise<void>> {
  const event = makeEvent(subject, data, {});
  await s.bus.publish(event);
  const { deferredEvents } = serviceContext.store;
  return async () => {
    while (await deferredEvents.holds(event.id)) await s.settle();
  };
}

const refusal = (next: TestLoan) =>
  s.event('domains.domain.reservation-refused', ({ escrowId }) => escrowId === next.escrowId);

test('the acceptance leaves the domain with the old loan, and the closing moves it without a change of status', async () => {
  const { id, old, next } = await createRefinance();
  await accept(next, old.escrowId);
  await accept(next, old.escrowId);
  const reserved = await s.event(
    'domains.domain.reserved',
    ({ escrowId }) => escrowId === next.escrowId,
  );
  assert.equal(reserved.data.inCustody, false);
  assert.deepEqual(await readBinding(id), ['IN_ESCROW', old.escrowId, 'len']);
  // A cancelled refinancing before the closing changes nothing.
  const other = await loanOn(s, id, 'oda');
  await s.deliver('lending.escrow.collateral-released', other);
  await s.deliver('lending.escrow.collateral-moved', movedData(next, old));
  const { version } = await s.record(id);
  await s.deliver('lending.escrow.collateral-moved', movedData(next, old));
  assert.equal((await s.record(id)).version, version, 'the second one is a no-op');
  assert.deepEqual(await readBinding(id), ['IN_ESCROW', next.escrowId, 'nia']);
  // Late events of the old loan do nothing.
  await s.deliver('lending.escrow.collateral-released', old);
  await s.deliver('lending.escrow.collateral-seized', { ...old, toAccountId: 'len' });
  assert.deepEqual(await readBinding(id), ['IN_ESCROW', next.escrowId, 'nia']);
  await s.deliver('lending.escrow.collateral-released', { ...next, replacesId: old.escrowId });
  assert.deepEqual(await readBinding(id), ['CUSTODY_PAID', undefined, undefined]);
});

test('a loan that refinanced a sold one can be sold too, at an earlier version than that of the first sale', async () => {
  const { id, old, next } = await createRefinance();
  const sold = (loan: TestLoan, lenderId: string, version: number) => {
    const data = escrowMovedData(loan, { from: 'LOAN_POSTED', to: 'LOAN_POSTED' });
    const about = { version, aggregateId: loan.escrowId };
    return s.deliver('lending.escrow.moved', { ...data, move: 'ASSIGN', lenderId }, about);
  };
  await sold(old, 'second', 40);
  await accept(next, old.escrowId);
  await s.deliver('lending.escrow.collateral-moved', movedData(next, old));
  await sold(next, 'third', 20);
  assert.deepEqual(await readBinding(id), ['IN_ESCROW', next.escrowId, 'third']);
});

test('events of the new loan that overtake the closing wait for it', async () => {
  const { id, old, next } = await createRefinance();
  await accept(next, old.escrowId);
  const later = { ...next, replacesId: old.escrowId };
  const disputed = escrowMovedData(next, { from: 'LOAN_POSTED', to: 'ESCALATED' });
  const early = [
    await publish('lending.escrow.moved', { ...disputed, replacesId: old.escrowId }),
    await publish('lending.escrow.collateral-seized', { ...later, toAccountId: 'nia' }),
  ];
  assert.deepEqual(await readBinding(id), ['IN_ESCROW', old.escrowId, 'len']);
  await s.deliver('lending.escrow.collateral-moved', movedData(next, old));
  for (const handled of early) await handled();
  const { accountId, status } = await s.record(id);
  assert.deepEqual([accountId, status], ['nia', 'CUSTODY_PAID']);
});

test('no refinancing of another loan’s domain, of one that is free, too short or on legal hold', async () => {
  const first = await createRefinance();
  await accept(first.next, 'another-loan');
  assert.equal((await refusal(first.next)).data.reason.code, 'NOT_OWNED');
  const second = await createRefinance();
  await s.deliver('lending.escrow.collateral-released', second.old);
  await accept(second.next, second.old.escrowId);
  assert.equal((await refusal(second.next)).data.reason.code, 'NOT_OWNED');
  const third = await createRefinance();
  await commit(async (tx) => {
    const domain = await domains.get(third.id, tx);
    const expiresAt = new Date(now().getTime() + 100 * day);
    await domains.update(domain, { ...domain, expiresAt }, tx);
  });
  await accept(third.next, third.old.escrowId, 90);
  assert.equal((await refusal(third.next)).data.reason.code, 'REGISTRATION_TOO_SHORT');
  assert.deepEqual(await readBinding(third.id), ['IN_ESCROW', third.old.escrowId, 'len']);
});

test('no path from the old loan to the new one passes CUSTODY_PAID, whatever the order of the events', async () => {
  const orders = [
    [0, 1, 2],
    [1, 0, 2],
    [1, 2, 0],
    [2, 1, 0],
  ];
  for (const order of orders) {
    const { id, old, next } = await createRefinance();
    const statuses = new Set<string>();
    const accepted = { ...acceptanceData(next), replacesId: old.escrowId };
    const disputed = escrowMovedData(next, { from: 'LOAN_POSTED', to: 'ESCALATED' });
    const events = [
      () => publish('lending.offer.accepted', accepted),
      () => publish('lending.escrow.collateral-moved', movedData(next, old)),
      () => publish('lending.escrow.moved', { ...disputed, replacesId: old.escrowId }),
    ];
    const published: (() => Promise<void>)[] = [];
    for (const index of order) {
      const handled = await events[index]?.();
      if (handled) published.push(handled);
      statuses.add((await s.record(id)).status);
    }
    for (const handled of published) await handled();
    statuses.add((await s.record(id)).status);
    assert.deepEqual([...statuses], ['IN_ESCROW'], order.join());
    assert.deepEqual(await readBinding(id), ['IN_ESCROW', next.escrowId, 'nia'], order.join());
    assert.equal((await s.record(id)).reservation?.disputed, true, order.join());
  }
});
