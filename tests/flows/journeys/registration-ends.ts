/** Notifications about the end of registration, for a loan's domain and for one that the platform owns. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoanInCustody } from '../environment/loans.ts';
import type { GetEnvironment } from '../environment/test-environment.ts';
import { waitForDomainStatus, waitForNotifications } from '../environment/wait-for-state.ts';
import { disputed, gone, resolved } from './loan-endings.ts';
import { endIn } from './registrations.ts';

export function registrationEnds(environment: GetEnvironment): void {
  test('borrower and lender are notified that the domain’s registration has ended, while either can renew it', async () => {
    const loan = await createLoanInCustody(environment());
    await waitForDomainStatus(loan.borrower, loan.domain, 'IN_ESCROW');
    // More expensive than the borrower agreed to, so that it is not renewed from the balance.
    await environment().sandbox.updateRegistration(loan.domain.domain, { premium: true });
    await endIn(environment(), 5, loan.domain);
    await environment().sandbox.advanceClock('4d');
    const [owners] = await waitForNotifications(
      loan.borrower,
      /^The registration of .* ended on .*You can still/,
    );
    const [lenders] = await waitForNotifications(
      loan.lender,
      /which secures your loan, ended on .*own balance/,
    );
    assert.deepEqual([owners.message, lenders.message], [true, true]);
  });

  test('operators are notified of the end of a domain that the platform owns', async () => {
    const dispute = await disputed(environment());
    await resolved(dispute, 'PLATFORM');
    await gone(dispute);
    await endIn(environment(), 20, dispute.domain);
    const [warned] = await waitForNotifications(
      dispute.operator,
      /which the platform took, ends on/,
    );
    assert.equal(warned.message, true);
    await environment().sandbox.advanceClock('20d');
    await waitForNotifications(dispute.operator, /which the platform took, ended on/);
    await environment().sandbox.advanceClock('46d');
    await waitForNotifications(dispute.operator, /registry may still restore it/);
  });
}
