/** Events about a loan's domain: duplicated, in both orders, too early and too late. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { toReservationRefusal } from '@nameloan/contracts/domain-reasons';
import type { Event } from '@nameloan/contracts/events';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import { moveClock, resetClock } from '@nameloan/runtime/clock';
import { DependencyNotReadyError } from '@nameloan/subgraph/subscribe-events';
import { until } from '@nameloan/testkit/until';
import type { HistoryAction } from '../loan/history.ts';
import { commit } from '../service-context.ts';
import { sign } from '../testing/sign.ts';
import type { TestLending, TestLoan } from '../testing/start-lending.ts';
import {
  buildArrival,
  buildDomainEventData,
  buildEvent,
  createAcceptedLoan,
  createDrawnUpLoan,
  createReceivedLoan,
  createSignedLoan,
  expectData,
  listEventsAbout,
  mutateLoan,
  publishTwice,
  readEscrow,
  startLending,
} from '../testing/start-lending.ts';
import { recordReservationGranted } from './apply-domain-events.ts';
import { escrows, histories } from './escrow.model.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

const reserved = (loan: TestLoan, inCustody = false, version = 1) =>
  buildEvent(
    'domains.domain.reserved',
    { ...buildDomainEventData(loan), inCustody, expiresAt: null, holder: 'BORROWER' },
    { version, aggregateId: loan.domainId },
  );
const rejected = (loan: TestLoan) =>
  buildEvent('domains.domain.reservation-refused', {
    ...buildDomainEventData(loan),
    reason: toReservationRefusal('RECORD_GONE'),
  });
const arrived = (loan: TestLoan, version = 2) =>
  buildEvent('domains.domain.custody-arrived', buildArrival(loan), {
    version,
    aggregateId: loan.domainId,
  });
const rejectedTransfer = { reason: toOrderFailure('REJECTED_BY_REGISTRAR'), byOwner: false };
const notRenewable = toOrderFailure('NOT_RENEWABLE');
const taken = { reason: { code: 'TRANSFERRED', formerText: null } } as const;
const lost = (loan: TestLoan, version = 3) =>
  buildEvent(
    'domains.domain.custody-lost',
    { ...buildDomainEventData(loan), ...taken },
    { version },
  );

const statusOf = async (loan: TestLoan) =>
  expectData(await readEscrow(loan.borrower, loan.id)).escrow.status as string;
const lines = async (loan: TestLoan, action: HistoryAction) =>
  histories.findMany({ escrowId: loan.id, action }, { sort: { version: 1, at: 1, _id: 1 } });
const countTransitionEvents = async (loan: TestLoan, move: string) => {
  await service.settle();
  return listEventsAbout(service, 'lending.escrow.moved', { escrowId: loan.id, move }).length;
};
/** The same event published again with another id. */
const again = (event: Event): Event => ({ ...event, id: `${event.id.slice(0, -3)}new` });

test('duplicated reservations draw up one contract', async () => {
  const loan = await createAcceptedLoan(service);
  const first = reserved(loan);
  await publishTwice(service, first, again(first));
  assert.equal(await countTransitionEvents(loan, 'RESERVATION_GRANTED'), 1);
  assert.equal(await countTransitionEvents(loan, 'DRAW_CONTRACT'), 1);
  assert.equal(
    listEventsAbout(service, 'lending.escrow.contract-drawn', { escrowId: loan.id }).length,
    1,
  );
  const notes = (await lines(loan, 'RESERVATION_GRANTED')).map(({ note }) => note);
  assert.deepEqual(notes, [null, 'No longer applies.']);
});

test('a refused reservation cancels the loan with its reason, once', async () => {
  const loan = await createAcceptedLoan(service);
  await publishTwice(service, rejected(loan), rejected(loan));
  assert.equal(await statusOf(loan), 'CANCELLED');
  await service.settle();
  assert.equal(
    listEventsAbout(service, 'lending.escrow.collateral-released', { escrowId: loan.id }).length,
    1,
  );
  const [event] = listEventsAbout(service, 'lending.escrow.moved', { escrowId: loan.id });
  assert.partialDeepStrictEqual(event?.data, { hasNote: true });
});

test('a reservation after a cancellation only writes history', async () => {
  const loan = await createAcceptedLoan(service);
  expectData(await mutateLoan(loan.lender, 'cancelEscrow', loan));
  await publishTwice(service, reserved(loan), rejected(loan), arrived(loan), lost(loan));
  await service.settle();
  assert.equal(await statusOf(loan), 'CANCELLED');
  const { escrow } = expectData(await readEscrow(loan.borrower, loan.id));
  assert.equal(escrow.borrowerContractUrl, null);
  assert.equal(listEventsAbout(service, 'lending.escrow.moved', { escrowId: loan.id }).length, 1);
});

test('an arrival in custody publishes collateral-held once', async () => {
  const loan = await createSignedLoan(service);
  assert.equal(await statusOf(loan), 'NEW');
  const event = arrived(loan);
  await publishTwice(service, event, again(event));
  assert.equal(await statusOf(loan), 'DOMAIN_IN_CUSTODY');
  assert.equal(await countTransitionEvents(loan, 'CUSTODY_ARRIVED'), 1);
  assert.equal(
    listEventsAbout(service, 'lending.escrow.collateral-held', { escrowId: loan.id }).length,
    1,
  );
});

for (const order of ['reserved first', 'arrived first'] as const) {
  test(`reservation and arrival before the signatures lead to custody, ${order}`, async () => {
    const loan = await createAcceptedLoan(service);
    const both = [reserved(loan, false, 1), arrived(loan, 2)];
    await publishTwice(service, ...(order === 'reserved first' ? both : both.reverse()));
    await service.settle();
    const url = async (by: TestLoan['borrower'], key: string) =>
      String(expectData(await readEscrow(by, loan.id)).escrow[key])
        .split('/')
        .at(-1) ?? '';
    expectData(await sign(loan.borrower, await url(loan.borrower, 'borrowerContractUrl')));
    const lenders = await url(loan.lender, 'lenderContractUrl');
    expectData(await sign(loan.lender, lenders, { name: 'Len Lender' }));
    assert.equal(await statusOf(loan), 'DOMAIN_IN_CUSTODY');
  });
}

for (const order of ['in order', 'in reverse'] as const) {
  test(`an arrival and a later loss cancel the loan, delivered ${order}`, async () => {
    const loan = await createSignedLoan(service);
    const both = [arrived(loan, 1), lost(loan, 2)];
    await publishTwice(service, ...(order === 'in order' ? both : both.reverse()));
    assert.equal(await statusOf(loan), 'CANCELLED');
  });

  test(`before the signatures an arrival and a later loss cancel the loan, delivered ${order}`, async () => {
    const { loan } = await createDrawnUpLoan(service);
    const both = [arrived(loan, 1), lost(loan, 2)];
    await publishTwice(service, ...(order === 'in order' ? both : both.reverse()));
    assert.equal(await statusOf(loan), 'CANCELLED');
    await service.settle();
    const released = listEventsAbout(service, 'lending.escrow.collateral-released', {
      escrowId: loan.id,
    });
    assert.equal(released.length, 1);
  });
}

test('a loss older than the stored arrival does not undo custody', async () => {
  const { loan, tokens } = await createDrawnUpLoan(service);
  await publishTwice(service, arrived(loan, 2), lost(loan, 1));
  expectData(await sign(loan.borrower, tokens.borrower));
  expectData(await sign(loan.lender, tokens.lender, { name: 'Len Lender' }));
  assert.equal(await statusOf(loan), 'DOMAIN_IN_CUSTODY');
});

test('custody lost while the money is lent opens a dispute', async () => {
  const loan = await createReceivedLoan(service);
  await publishTwice(service, lost(loan, 5));
  assert.equal(await statusOf(loan), 'ESCALATED');
  assert.equal(await countTransitionEvents(loan, 'CUSTODY_LOST'), 1);
});

test('other events of the domain are written to the history once, without a transition', async () => {
  const loan = await createSignedLoan(service);
  const about = buildDomainEventData(loan);
  const until = '2027-03-04T05:06:07.000Z';
  const events = [
    buildEvent('domains.domain.transfer-started', about),
    buildEvent('domains.domain.transfer-failed', { ...about, ...rejectedTransfer }),
    buildEvent('domains.domain.renewal-needed', { ...about, expiresAt: until, neededUntil: until }),
    buildEvent('domains.domain.renewed', {
      ...about,
      expiresAt: until,
      chargedCents: 1200,
      paidBy: 'a',
    }),
    buildEvent('domains.domain.renewal-failed', { ...about, reason: notRenewable }),
    buildEvent('domains.domain.owner-changed', { ...about, fromAccountId: 'a', toAccountId: null }),
  ];
  await service.settle();
  const before = await escrows.get(loan.id);
  await publishTwice(service, ...events.reverse());
  for (const [action, note] of [
    ['TRANSFER_STARTED', null],
    ['TRANSFER_FAILED', 'The other registrar rejected the transfer.'],
    ['RENEWED', null],
    ['RENEWAL_FAILED', 'The domain cannot be renewed now, or not for that long.'],
    ['OWNER_CHANGED', 'The new owner is the platform.'],
  ] as const) {
    assert.deepEqual(
      (await lines(loan, action)).map((entry) => entry.note),
      [note],
    );
  }
  const [needed] = await lines(loan, 'RENEWAL_NEEDED');
  assert.match(needed?.note ?? '', /its registration ends too early for this loan/);
  const { version } = before;
  const after = { ...before, version: version + events.length, renewUntil: new Date(until) };
  assert.deepEqual(await escrows.get(loan.id), after);
});

test('renewUntil is shown until the domain is in custody, even if its event arrives late', async () => {
  const loan = await createSignedLoan(service);
  const until = '2027-03-04T05:06:07.000Z';
  const renewUntil = async () =>
    expectData(
      await loan.lender('query ($id: ID!) { escrow(id: $id) { renewUntil } }', { id: loan.id }),
    ).escrow.renewUntil;
  const needed = () =>
    buildEvent('domains.domain.renewal-needed', {
      ...buildDomainEventData(loan),
      ...{ expiresAt: until, neededUntil: until },
    });
  await publishTwice(service, needed());
  assert.equal(await renewUntil(), until);
  await publishTwice(service, arrived(loan, 5));
  assert.equal(await renewUntil(), null);
  await publishTwice(service, needed());
  assert.equal(await renewUntil(), null);
});

test('events about a domain without a loan are acknowledged and write no history', async () => {
  const about = { domainId: 'lonely', accountId: 'someone', name: 'lonely.com', escrowId: null };
  const until = '2027-03-04T05:06:07.000Z';
  await service.settle();
  const count = await histories.count({});
  await publishTwice(
    service,
    buildEvent('domains.domain.transfer-started', about),
    buildEvent('domains.domain.transfer-failed', { ...about, ...rejectedTransfer }),
    buildEvent('domains.domain.renewed', {
      ...about,
      expiresAt: until,
      chargedCents: 1200,
      paidBy: 'a',
    }),
    buildEvent('domains.domain.custody-lost', { ...about, ...taken }),
    buildEvent('domains.domain.custody-arrived', {
      ...about,
      expiresAt: until,
      transferOutAvailableAt: until,
    }),
  );
  assert.equal(await histories.count({}), count);
});

test('an event about a loan that is not stored yet is retried until the loan exists', async () => {
  const loan = await createAcceptedLoan(service);
  const { id, ...rest } = await escrows.get(loan.id);
  await escrows.raw.deleteOne({ _id: id });
  const event = reserved(loan);
  await assert.rejects(
    commit((tx) => recordReservationGranted(event, tx)),
    DependencyNotReadyError,
  );
  await service.bus.publish(event);
  assert.deepEqual(await lines(loan, 'RESERVATION_GRANTED'), []);
  await escrows.raw.create([{ _id: id, ...rest } as never]);
  await until(async () => (await lines(loan, 'RESERVATION_GRANTED')).length === 1);
});

test('the order of a history does not depend on the clocks of replicas', async (t) => {
  t.after(resetClock);
  moveClock(60_000);
  const loan = await createSignedLoan(service);
  await service.settle();
  resetClock();
  const { version } = await escrows.get(loan.id);
  await publishTwice(
    service,
    buildEvent('domains.domain.transfer-started', buildDomainEventData(loan)),
  );
  const [latest, before] = await histories.findMany(
    { escrowId: loan.id },
    { sort: { version: -1 }, limit: 2 },
  );
  assert.deepEqual([latest?.action, latest?.version], ['TRANSFER_STARTED', version + 1]);
  assert.equal(before?.version, version);
  assert.ok(before && latest && before.at > latest.at, 'the clocks differ');
});
