/** A release moves a domain only for the loan whose decision gave it to the platform. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { platformAccountId } from '@nameloan/contracts/platform';
import { endCustody } from '../custody/end-custody.ts';
import { domains } from '../domain/domain.model.ts';
import { commit } from '../service-context.ts';
import { reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import { addDomainInCustody, startDomains } from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

/** A domain that backs a loan, held as its collateral. */
async function inEscrow() {
  const id = await addDomainInCustody(s, 'ann');
  const loan = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-held', loan);
  return { id, loan };
}

/** The domain, held by decisions of two loans: the lender of the first borrowed on it after its release. */
async function heldTwice() {
  const { id, loan: first } = await inEscrow();
  await s.deliver('lending.escrow.collateral-seized', { ...first, toAccountId: null });
  assert.equal((await s.record(id)).heldFor, first.escrowId);
  await s.deliver('lending.escrow.collateral-seized', { ...first, toAccountId: 'len' });
  assert.equal((await s.record(id)).heldFor, null);
  const second = await reserveFor(s, id, 'lou');
  await s.deliver('lending.escrow.collateral-held', second);
  await s.deliver('lending.escrow.collateral-seized', { ...second, toAccountId: null });
  return { id, first, second };
}

test('a release of another loan of the same domain, late or twice, moves nothing that a later decision holds', async () => {
  const { id, first, second } = await heldTwice();
  const late = [
    () => s.deliver('lending.escrow.collateral-seized', { ...first, toAccountId: 'len' }),
    () => s.deliver('lending.escrow.collateral-released', first),
    () => s.deliver('lending.escrow.collateral-seized', { ...first, toAccountId: null }),
  ];
  for (const each of [...late, ...late]) await each();
  const { accountId, heldFor } = await s.record(id);
  assert.deepEqual([accountId, heldFor], [platformAccountId, second.escrowId]);
  await s.deliver('lending.escrow.collateral-released', second);
  for (const each of late) await each();
  assert.equal((await s.record(id)).accountId, 'len', 'the second loan’s borrower');
});

test('a domain held before the loan’s id was stored is released by its loan', async () => {
  const { id, loan } = await inEscrow();
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: null });
  await s.settle();
  await domains.raw.collection.updateOne({ _id: id as never }, { $unset: { heldFor: '' } });
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: 'len' });
  assert.equal((await s.record(id)).accountId, 'len');
});

test('the loss of a held domain names the loan whose decision holds it', async () => {
  const { id, second } = await heldTwice();
  await commit(async (tx) => endCustody(await domains.get(id, tx), { end: 'TRANSFERRED', tx }));
  await s.settle();
  const [lost] = s.eventsOf('domains.domain.custody-lost', id);
  assert.ok(lost);
  assert.equal((lost.data as { escrowId: string }).escrowId, second.escrowId);
});
