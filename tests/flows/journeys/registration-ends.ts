/** Who hears that the registration of a loan's domain, or of one that the platform took, comes to its end. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCustody } from '../world/loans.ts';
import { domainIn } from '../world/wait-for-state.ts';
import type { TheWorld } from '../world/world.ts';
import { disputed, gone, resolved } from './endings.ts';
import { endIn, told } from './registrations.ts';

export function registrationEnds(world: TheWorld): void {
  test('borrower and lender hear that the registration of their domain has ended, while either can renew it', async () => {
    const loan = await inCustody(world());
    await domainIn(loan.borrower, loan.domain, 'IN_ESCROW');
    // Dearer than the borrower has agreed to, so that their balance does not renew it.
    await world().outside.change(loan.domain.domain, { premium: true });
    await endIn(world(), 5, loan.domain);
    await world().outside.advance('4d');
    const [owners] = await told(loan.borrower, /^The registration of .* ended on .*you can still/);
    const [lenders] = await told(loan.lender, /which secures your loan, ended on .*own balance/);
    assert.deepEqual([owners.message, lenders.message], [true, true]);
  });

  test('operators hear of the end of a name that the platform took, for nobody else can', async () => {
    const dispute = await disputed(world());
    await resolved(dispute, 'PLATFORM');
    await gone(dispute);
    await endIn(world(), 20, dispute.domain);
    const [warned] = await told(dispute.operator, /which the platform took, ends on/);
    assert.equal(warned.message, true);
    await world().outside.advance('20d');
    await told(dispute.operator, /which the platform took, ended on/);
    await world().outside.advance('46d');
    await told(dispute.operator, /registry may still restore it/);
  });
}
