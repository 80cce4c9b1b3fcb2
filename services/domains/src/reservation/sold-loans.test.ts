/** A sold loan: the reservation of its domain has the new lender. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { escrowMovedData, reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  expectData,
  freshName,
  startDomains,
} from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

test('the lender of a sold loan is the newest buyer, in whichever order and however often the events arrive', async () => {
  const id = await addDomainInCustody(s, 'ann', freshName());
  const loan = await reserveFor(s, id, 'lia');
  await s.deliver('lending.escrow.collateral-held', loan);
  const stays = { from: 'LOAN_POSTED', to: 'LOAN_POSTED' } as const;
  const sold = (lenderId: string, version: number) =>
    s.deliver(
      'lending.escrow.moved',
      { ...escrowMovedData(loan, stays), move: 'ASSIGN', lenderId },
      { version, aggregateId: loan.escrowId },
    );
  const lender = async () => (await s.record(id)).reservation?.lenderId;
  await sold('second', 12);
  await sold('second', 12);
  await sold('first', 9);
  assert.equal(await lender(), 'second');
  await s.deliver('lending.escrow.moved', escrowMovedData(loan, stays), {
    version: 7,
    aggregateId: loan.escrowId,
  });
  assert.equal(await lender(), 'second', 'an event of the former lender is late');
  const read = (account: string) =>
    s.as(account)('query ($id: ID!) { domain(id: $id) { expiresAt } }', { id });
  assert.ok(expectData(await read('second')).domain.expiresAt);
  assert.equal((await read('lia')).code, 'NOT_FOUND');
});
