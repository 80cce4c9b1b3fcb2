import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Event, EventData, Subject } from '@nameloan/contracts/events';
import type { Tx } from '@nameloan/persistence/tx';
import { newId } from '@nameloan/runtime/id';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { commit } from '../service-context.ts';
import { acceptanceData, loanOn } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import { addVerifiedDomain, startDomains } from '../testing/start-domains.ts';
import { onOfferAccepted } from './reserve-domain.ts';
import { onListingClosed, onListingOpened } from './sync-listing.ts';
import { onCollateralReleased } from './sync-loan.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

type Handling = (tx: Tx) => Promise<void>;

function handling<S extends Subject>(
  handler: (event: Event<S>, tx: Tx) => Promise<void>,
  subject: S,
  data: EventData<S>,
): Handling {
  return (tx) => handler(makeEvent(subject, data, {}), tx);
}

/** Handles two events concurrently: neither commits before both have read and written. */
async function handleConcurrently(...both: [Handling, Handling]): Promise<void> {
  const arrived = both.map(() => Promise.withResolvers<void>());
  await Promise.all(
    both.map((handle, index) =>
      commit(async (tx) => {
        await handle(tx).finally(() => arrived[index]?.resolve());
        await Promise.all(arrived.map(({ promise }) => promise));
      }),
    ),
  );
}

test('an acceptance and the end of its loan, handled concurrently, leave the domain free', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const loan = await loanOn(s, id);
  await handleConcurrently(
    handling(onOfferAccepted, 'lending.offer.accepted', acceptanceData(loan)),
    handling(onCollateralReleased, 'lending.escrow.collateral-released', loan),
  );
  assert.equal((await s.record(id)).reservation, null);
});

test('a listing opened and closed concurrently leaves none on the domain', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const { domainName } = await loanOn(s, id);
  const listing = { listingId: newId(), domainId: id, borrowerId: 'ann', domainName };
  const terms = { amountCents: 1, termDays: 1, rateBps: 1 };
  await handleConcurrently(
    handling(onListingOpened, 'lending.listing.opened', { ...listing, ...terms }),
    handling(onListingClosed, 'lending.listing.closed', { ...listing, reason: 'REMOVED' }),
  );
  assert.deepEqual((await s.record(id)).listingIds, []);
});
