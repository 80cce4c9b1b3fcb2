/** What the parties agree on, and in which figures: one APR everywhere, and disputes that they end by themselves. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitFor } from '../../../scripts/demo/outside-world.ts';
import { makeOffer } from '../../../scripts/demo/steps.ts';
import { domainIn } from '../world/eventually.ts';
import type { Found } from '../world/loans.ts';
import { accepted, escrowOf, listed, move } from '../world/loans.ts';
import { refused } from '../world/refusals.ts';
import type { TheWorld } from '../world/world.ts';
import { disputed, handedOver } from './endings.ts';

export function agreements(world: TheWorld): void {
  oneApr(world);
  settlements(world);
}

function oneApr(world: TheWorld): void {
  test('listing, offer, loan and contract show one APR, which counts the fee of the transfer', async () => {
    const terms = { amount: 1000, term: 30, apy: 0 };
    const loan = await accepted(world(), terms);
    const { transfer_fee: fee } = await loan.borrower.get(`/domains/${loan.domain.id}`);
    assert.ok(fee > 0);
    const expected = Math.round((fee / (1000 - fee)) * (365 / 30) * 10_000) / 100;
    const { escrows } = await loan.lender.post('/escrow/lender', {});
    const { offers } = await loan.lender.get('/offers/sent-offers');
    const listing = await loan.lender.get(`/listings/${offers[0].listing_id}`);
    const url = await waitFor('the contract', async () => {
      const { borrower_contract_url } = await escrowOf(loan.borrower, loan);
      return borrower_contract_url;
    });
    const contract = await loan.borrower.get(`/contracts/${url.split('/').at(-1)}`);
    for (const { disclosure } of [listing, offers[0], escrows[0], contract]) {
      assert.deepEqual([disclosure.receives, disclosure.transfer_fee], [1000, fee]);
      assert.equal(disclosure.apr_all_costs_percent, expected);
    }
    const mine = await listed(world(), terms);
    const offer = await makeOffer(mine.lender, mine.domain.id, terms);
    assert.equal(offer.disclosure.apr_all_costs_percent, expected);
  });
}

function settlements(world: TheWorld): void {
  const say = (outcome: string) => ({ outcome });

  test('a dispute that both settle by RETURN gives the domain back, without the operator', async () => {
    const dispute = await disputed(world());
    const { borrower, lender, operator } = dispute;
    await refused(operator, `POST /escrow/${dispute.id}/settle`, {
      status: 403,
      body: say('RETURN'),
    });
    const proposed = await move(borrower, dispute, 'settle', say('RETURN'));
    assert.equal(proposed.status, 'ESCALATED');
    const seen = await escrowOf(lender, dispute);
    assert.deepEqual([seen.settlement.by, seen.settlement.outcome], ['BORROWER', 'RETURN']);
    assert.ok(seen.actions.includes('SETTLE'));
    assert.ok(seen.dispute_dates.evidence_until < seen.dispute_dates.decision_due);
    const told = await waitFor('the proposal to be told', async () => {
      const { notifications } = await lender.get('/notifications');
      return notifications.find((one: Found) => one.body.includes('returns to the borrower'));
    });
    assert.equal(told.message, true);
    const again = { status: 409, body: say('RETURN') };
    const refusal = await refused(borrower, `POST /escrow/${dispute.id}/settle`, again);
    assert.equal(refusal.reason, 'PROPOSED_ALREADY');
    const over = await move(lender, dispute, 'settle', say('RETURN'));
    assert.equal(over.status, 'FINALIZED_RETURN_TO_BORROWER');
    await domainIn(borrower, dispute.domain, 'CUSTODY_PAID');
  });

  test('a dispute that both settle by SEIZE gives the domain to the lender', async () => {
    const dispute = await disputed(world());
    await move(dispute.lender, dispute, 'settle', say('SEIZE'));
    const over = await move(dispute.borrower, dispute, 'settle', say('SEIZE'));
    assert.equal(over.status, 'FINALIZED_LENDER_SEIZURE');
    await handedOver(dispute, dispute.lender);
  });

  test('a dispute that both settle by CONTINUE lets the loan go on; another word withdraws a proposal', async () => {
    const dispute = await disputed(world());
    await move(dispute.borrower, dispute, 'settle', say('RETURN'));
    await move(dispute.borrower, dispute, 'settle', say('CONTINUE'));
    await move(dispute.lender, dispute, 'settle', say('SEIZE'));
    const on = await move(dispute.lender, dispute, 'settle', say('CONTINUE'));
    assert.equal(on.status, 'ESCALATED');
    const agreed = await move(dispute.borrower, dispute, 'settle', say('CONTINUE'));
    assert.deepEqual([agreed.status, agreed.stage], ['LOAN_POSTED', 'ACTIVE']);
    assert.equal(agreed.settlement, null);
  });
}
