/** A sold loan: its notifications go to the new lender, and the alerts of the seller end. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import type { TestNotifications } from '../testing/start-notifications.ts';
import {
  makeAcceptance,
  makeEscrow,
  makeTransition,
  startNotifications,
} from '../testing/start-notifications.ts';
import { loans } from './loan.model.ts';

let service: TestNotifications;
before(async () => {
  service = await startNotifications();
});
after(() => service.stop());

const stays = { from: 'LOAN_POSTED', to: 'LOAN_POSTED' } as const;

async function createLoan() {
  const [borrowerId, lenderId, buyerId] = [
    await service.account(),
    await service.account(),
    await service.account(),
  ];
  const escrow = makeEscrow(borrowerId, lenderId);
  await service.deliver('lending.offer.accepted', makeAcceptance(escrow), {
    aggregateId: escrow.escrowId,
    version: 1,
  });
  return { escrow, borrowerId, lenderId, buyerId };
}

test('the newest sale decides the lender, in whichever order the events arrive', async () => {
  const { escrow } = await createLoan();
  const { escrowId } = escrow;
  const sold = (lenderId: string, version: number) => {
    const data = makeTransition(
      { ...escrow, lenderId },
      { ...stays, move: 'ASSIGN', by: 'LENDER' },
    );
    return service.deliver('lending.escrow.moved', data, { aggregateId: escrowId, version });
  };
  const [first, second] = [await service.account(), await service.account()];
  await sold(second, 12);
  await sold(second, 12);
  await sold(first, 9);
  assert.equal((await loans.get(escrowId)).lenderId, second);
});

test('what the seller was alerted to is the buyer’s from the closing on', async () => {
  const { escrow, lenderId, buyerId } = await createLoan();
  const { escrowId, domainId, domainName } = escrow;
  const claim = makeTransition(escrow, { ...stays, move: 'CLAIM_REPAID', by: 'BORROWER' });
  await service.deliver('lending.escrow.moved', claim, { aggregateId: escrowId, version: 5 });
  const alerts = async () => (await service.list(lenderId)).filter(({ message }) => message);
  assert.equal((await alerts()).length, 1);
  const closed = {
    ...{ assignmentId: newId(), escrowId, domainId, domainName, sellerId: lenderId, buyerId },
    ...{ bySeller: true, signed: true, priceCents: 90_000 },
    step: 'CONFIRM',
  } as const;
  await service.deliver('lending.assignment.moved', closed, { aggregateId: closed.assignmentId });
  assert.deepEqual(await alerts(), []);
});
