/** The race that needs a domain past its lock: a transfer out against an acceptance. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../../../scripts/demo/outside-world.ts';
import type { Person } from '../../../scripts/demo/person.ts';
import { makeOffer, openListing } from '../../../scripts/demo/steps.ts';
import { assertOnly } from '../world/at-once.ts';
import type { TheWorld } from '../world/describe-flows.ts';
import type { Found } from '../world/loans.ts';
import { domainOf, someTerms } from '../world/loans.ts';
import { ownInCustody } from './custody.ts';

export function racesInTime(world: TheWorld): void {
  test('a transfer out against an acceptance: the domain leaves or the loan begins, never both', async () => {
    const lender = await world().newPerson('Len Lender');
    const own = await Promise.all([1, 2, 3].map(() => ownInCustody(world())));
    await world().outside.advance('61d');
    const outcomes = [];
    for (const { owner, domain } of own) {
      await openListing(owner, domain.id, someTerms);
      const offer = await makeOffer(lender, domain.id, someTerms);
      const out = () => owner.call('POST', `/domains/${domain.id}/transferOut`);
      const [accept, ...outs] = await Promise.all([
        owner.call('POST', '/escrow/accept', { offerId: offer.id }),
        out(),
        out(),
        out(),
      ]);
      assertOnly([accept], 201, 409);
      assertOnly(outs, 200, 409);
      const leaves = outs.some((one) => one.status === 200);
      assert.ok(outs.filter((one) => one.status === 200).length <= 1);
      outcomes.push(await settled({ owner, domain, leaves, escrowId: accept.body.id }));
    }
    assert.equal(outcomes.length, own.length);
  });
}

/** Waits until the loan stands or fell, and holds it against whether the domain leaves. */
async function settled(race: {
  owner: Person;
  domain: Found;
  leaves: boolean;
  escrowId: string | undefined;
}): Promise<string> {
  const { owner, domain, leaves, escrowId } = race;
  const { pending_transfer_direction: direction } = await domainOf(owner, domain);
  assert.equal(direction, leaves ? 'OUT' : 'NONE');
  if (escrowId) {
    const end = await waitFor('the loan to stand or fall', async () => {
      const escrow = await owner.get(`/escrow/${escrowId}`);
      return (escrow.borrower_contract_url || escrow.status === 'CANCELLED') && escrow;
    });
    assert.equal(end.status, leaves ? 'CANCELLED' : 'PENDING_SIGNATURE');
  }
  if (leaves) {
    await waitFor('the listing to be closed', async () => !(await domainOf(owner, domain)).listed);
  }
  return leaves ? 'OUT' : 'LOAN';
}
