/** Custody events with skewed clocks and in every order: versions decide. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Event } from '@nameloan/contracts/events';
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
  publishTwice,
  readEscrow,
  startLending,
} from '../testing/start-lending.ts';
import { escrows } from './escrow.model.ts';

let service: TestLending;
before(async () => {
  service = await startLending();
});
after(() => service.stop());

/** The domain's version of an event and the clock skew of its time. */
interface EventOrigin {
  version: number;
  seconds: number;
}
const about = (loan: TestLoan, { version, seconds }: EventOrigin) => ({
  aggregateId: loan.domainId,
  version,
  at: new Date(Date.now() + seconds * 1_000),
});
const reserved = (loan: TestLoan, inCustody: boolean, origin: EventOrigin) =>
  buildEvent(
    'domains.domain.reserved',
    { ...buildDomainEventData(loan), inCustody, expiresAt: null, holder: 'BORROWER' },
    about(loan, origin),
  );
const arrived = (loan: TestLoan, origin: EventOrigin) =>
  buildEvent('domains.domain.custody-arrived', buildArrival(loan), about(loan, origin));
const lost = (loan: TestLoan, origin: EventOrigin) =>
  buildEvent(
    'domains.domain.custody-lost',
    { ...buildDomainEventData(loan), reason: { code: 'TRANSFERRED', formerText: null } },
    about(loan, origin),
  );

const statusOf = async (loan: TestLoan) =>
  expectData(await readEscrow(loan.borrower, loan.id)).escrow.status as string;

/** All permutations. */
function orders<T>(of: readonly T[]): T[][] {
  if (of.length <= 1) return [[...of]];
  return of.flatMap((first, index) =>
    orders(of.toSpliced(index, 1)).map((rest) => [first, ...rest]),
  );
}
const named = (events: readonly Event[]) =>
  events.map(({ subject }) => subject.replace('domains.domain.', '')).join(', ');

/** The later event has the earlier time, and the other way round. */
const clockSkews = [
  { description: 'a clock set back between them', first: 3, second: 0 },
  { description: 'a clock set forward between them', first: -3, second: 0 },
] as const;

for (const { description, first, second } of clockSkews) {
  for (const [one, two] of [
    ['arrived', 'lost'],
    ['lost', 'arrived'],
  ] as const) {
    test(`after both signatures: arrival, then loss, ${description}; ${one} is delivered before ${two}`, async () => {
      const loan = await createSignedLoan(service);
      const events = {
        arrived: arrived(loan, { version: 8, seconds: first }),
        lost: lost(loan, { version: 9, seconds: second }),
      };
      await publishTwice(service, events[one], events[two]);
      assert.equal(await statusOf(loan), 'CANCELLED');
      await service.settle();
      const released = listEventsAbout(service, 'lending.escrow.collateral-released', {
        escrowId: loan.id,
      });
      assert.equal(released.length, 1);
    });

    test(`before the signatures: arrival, then loss, ${description}; ${one} is delivered before ${two}`, async () => {
      const { loan } = await createDrawnUpLoan(service);
      const events = {
        arrived: arrived(loan, { version: 8, seconds: first }),
        lost: lost(loan, { version: 9, seconds: second }),
      };
      await publishTwice(service, events[one], events[two]);
      assert.equal(await statusOf(loan), 'CANCELLED');
    });
  }

  test(`reserved in custody, then lost, ${description}: lost in both orders`, async () => {
    for (const turned of [false, true]) {
      const loan = await createAcceptedLoan(service);
      const both = [
        reserved(loan, true, { version: 8, seconds: first }),
        lost(loan, { version: 9, seconds: second }),
      ];
      await publishTwice(service, ...(turned ? both.toReversed() : both));
      const { inCustodyAt, reservedAt, custodyVersion } = await escrows.get(loan.id);
      assert.deepEqual([inCustodyAt, custodyVersion], [null, 9]);
      assert.ok(reservedAt);
    }
  });
}

test('reservation, arrival and loss give the same loan in all six orders, with skewed clocks', async () => {
  const ends = new Map<string, string>();
  for (const order of orders([0, 1, 2])) {
    const loan = await createAcceptedLoan(service);
    const events: Event[] = [
      reserved(loan, false, { version: 7, seconds: 3 }),
      arrived(loan, { version: 8, seconds: 0 }),
      lost(loan, { version: 9, seconds: -3 }),
    ];
    const delivered = order.map((index) => events[index] as Event);
    await publishTwice(service, ...delivered);
    const { status, inCustodyAt, custodyVersion } = await escrows.get(loan.id);
    ends.set(named(delivered), `${status} ${inCustodyAt} ${custodyVersion}`);
  }
  assert.equal(ends.size, 6);
  assert.deepEqual(new Set(ends.values()), new Set(['CANCELLED null 9']));
});

test('a loss with a slow clock while the money is lent opens a dispute', async () => {
  const loan = await createReceivedLoan(service);
  await publishTwice(service, lost(loan, { version: 20, seconds: -3 }));
  assert.equal(await statusOf(loan), 'ESCALATED');
});

test('in records without a version a loss applies, and an arrival after a loss does not', async () => {
  const posted = await createReceivedLoan(service);
  await withoutVersion(posted);
  await publishTwice(service, lost(posted, { version: 9, seconds: -3 }));
  assert.equal(await statusOf(posted), 'ESCALATED');

  const { loan, tokens } = await createDrawnUpLoan(service);
  await escrows.raw.updateOne({ _id: loan.id }, { $set: { custodyLostAt: new Date() } });
  await withoutVersion(loan);
  await publishTwice(service, arrived(loan, { version: 8, seconds: 3 }));
  expectData(await sign(loan.borrower, tokens.borrower));
  expectData(await sign(loan.lender, tokens.lender, { name: 'Len Lender' }));
  assert.equal(await statusOf(loan), 'NEW');
});

async function withoutVersion(loan: TestLoan): Promise<void> {
  await escrows.raw.collection.updateOne(
    { _id: loan.id as never },
    { $unset: { custodyVersion: '' } },
  );
}
