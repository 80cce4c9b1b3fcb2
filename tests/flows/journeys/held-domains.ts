/** Domains that a decision gave to the platform: their cases, for operators and for the parties. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RestObject } from '../environment/loans.ts';
import { getEscrow, performAction } from '../environment/loans.ts';
import { expectRejection } from '../environment/rejections.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';
import { waitForDomainNamed, waitForNotifications } from '../environment/wait-for-state.ts';
import { disputed, gone, resolved } from './loan-endings.ts';

export function heldDomains(environment: GetEnvironment): void {
  for (const to of ['BORROWER', 'LENDER'] as const)
    test(`a domain that the platform holds is released to the ${to.toLowerCase()}`, async () => {
      const dispute = await disputed(environment());
      const { borrower, lender, operator, id } = dispute;
      await resolved(dispute, 'PLATFORM');
      await gone(dispute);
      const held = await getEscrow(borrower, dispute);
      assert.equal(held.held.state, 'HELD');
      assert.match(held.what_next, /until an operator releases it to you or the lender\.$/);
      assert.deepEqual([held.waiting_for.party, held.what_next_at], ['OPERATOR', null]);
      const note = 'Both parties sent papers.';
      await operator.post(`/escrow/${id}/caseNotes`, { note });
      const { escrows } = await operator.get('/escrow/held?limit=100');
      const found = escrows.find((one: RestObject) => one.id === id);
      assert.deepEqual(
        found.case_notes.map(({ text, author }: RestObject) => [text, author]),
        [[note, operator.name]],
      );
      assert.deepEqual((await getEscrow(lender, dispute)).case_notes, []);
      for (const party of [borrower, lender]) {
        const release = { status: 403, body: { to } };
        await expectRejection(party, `POST /escrow/${id}/release`, release);
        await expectRejection(party, 'GET /escrow/held', { status: 403 });
      }
      const released = await performAction(operator, dispute, 'release', { to });
      assert.deepEqual(
        [released.status, released.held.released_to, released.held.released_by],
        ['FINALIZED_PLATFORM_SEZIURE', to, operator.name],
      );
      const owner = to === 'BORROWER' ? borrower : lender;
      await waitForDomainNamed(owner, dispute.domain.domain, 'CUSTODY_PAID');
      assert.match((await getEscrow(owner, dispute)).what_next, / is yours\.$/);
      for (const party of [borrower, lender])
        await waitForNotifications(party, /An operator has released it to /);
      const again = await expectRejection(operator, `POST /escrow/${id}/release`, {
        status: 409,
        body: { to },
      });
      assert.equal(again.reason, 'ALREADY_DONE');
    });
}
