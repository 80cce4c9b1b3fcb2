/** A race for a domain after its lock: a transfer out against an acceptance. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiResponse, Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { assertStatuses } from '../environment/concurrent-calls.ts';
import type { RestObject } from '../environment/loans.ts';
import { defaultTerms, getDomain } from '../environment/loans.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';
import { ownInCustody } from './custody.ts';

export function racesInTime(environment: GetEnvironment): void {
  test('a transfer out against an acceptance: the domain leaves or the loan begins, never both', async () => {
    const lender = await environment().newPerson('Len Lender');
    const own = await Promise.all([1, 2, 3, 4].map(() => ownInCustody(environment())));
    await environment().sandbox.advanceClock('61d');
    const outcomes = new Set<string>();
    for (const [at, { owner, domain }] of own.entries()) {
      // The transfer out starts earlier each time: first after the acceptance, finally before the listing.
      const leaving: Promise<ApiResponse>[] = [];
      const leave = (step: number) => {
        if (step < own.length - at - 1) return;
        const path = `/domains/${domain.id}/transferOut`;
        leaving.push(owner.call('POST', path), owner.call('POST', path));
      };
      const escrowId = await hurried({ owner, lender, domain, leave });
      const outs = await Promise.all(leaving);
      assertStatuses(outs, 200, 409);
      const gone = outs.filter((one) => one.status === 200).length;
      assert.ok(gone <= 1);
      outcomes.add(await settled({ owner, domain, leaves: gone === 1, escrowId }));
    }
    assert.ok(outcomes.has('OUT'), 'the earliest transfer out was too late');
  });
}

/** Runs listing, offer and acceptance in sequence, with `leave` called before each; returns the loan, if any. */
async function hurried(race: {
  owner: Person;
  lender: Person;
  domain: RestObject;
  leave(step: number): void;
}): Promise<string | undefined> {
  const { owner, lender, domain, leave } = race;
  const { amount, term, apy } = defaultTerms;
  leave(0);
  const wish = { desired_loan_amount: amount, desired_term: term, desired_apy: apy };
  const listing = await owner.call('POST', '/listings', { domain_id: domain.id, ...wish });
  assertStatuses([listing], 201, 409);
  leave(1);
  const terms = { loan_amount: amount, term, apy };
  const offer = await lender.call('POST', '/offers', { domain_id: domain.id, ...terms });
  assertStatuses([offer], 201, 404, 409);
  leave(2);
  if (offer.status !== 201) return undefined;
  const accepting = owner.call('POST', '/escrow/accept', { offerId: offer.body.id });
  leave(3);
  const accept = await accepting;
  assertStatuses([accept], 201, 409);
  return accept.body.id;
}

/** Waits for the loan's outcome and compares it with the domain's transfer. */
async function settled(race: {
  owner: Person;
  domain: RestObject;
  leaves: boolean;
  escrowId: string | undefined;
}): Promise<string> {
  const { owner, domain, leaves, escrowId } = race;
  const { pending_transfer_direction: direction } = await getDomain(owner, domain);
  assert.equal(direction, leaves ? 'OUT' : 'NONE');
  if (escrowId) {
    const end = await waitFor('the loan to stand or fall', async () => {
      const escrow = await owner.get(`/escrow/${escrowId}`);
      return (escrow.borrower_contract_url || escrow.status === 'CANCELLED') && escrow;
    });
    assert.equal(end.status, leaves ? 'CANCELLED' : 'PENDING_SIGNATURE');
  }
  if (leaves) {
    await waitFor('the listing to be closed', async () => !(await getDomain(owner, domain)).listed);
  } else {
    const late = await owner.call('POST', `/domains/${domain.id}/transferOut`);
    assert.equal(late.status, 409, JSON.stringify(late.body));
  }
  return leaves ? 'OUT' : 'LOAN';
}
