/** A domain arrives while another account's record, restored from an older backup, still says custody. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callReconcile } from '@nameloan/testkit/service/call-reconcile';
import { domains } from '../../domain/domain.model.ts';
import type { DomainStatus } from '../../domain/domain.ts';
import { commit } from '../../service-context.ts';
import { loanOn, reserveFor } from '../../testing/loans.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addTransferringDomain,
  freshName,
  startDomains,
} from '../../testing/start-domains.ts';
import { storeAsIs } from '../../testing/store-as-is.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const custodyStatuses = ['CUSTODY_PAID', 'IN_ESCROW'] as const;

/** Ann's record of the name says custody, and Bob's record does not have the title. */
async function storeRivalCustody(name: string, id: string, status: DomainStatus): Promise<string> {
  const rivalId = await addTestDomain(s, 'ann', name);
  const reservedFor = status === 'IN_ESCROW' ? await buildReservation() : null;
  await commit(async (tx) => {
    const domain = await domains.get(id, tx);
    await storeAsIs({ ...domain, titleName: null }, tx);
    const rival = await domains.get(rivalId, tx);
    await storeAsIs({ ...rival, status, titleName: name, reservation: reservedFor }, tx);
  });
  return rivalId;
}

async function buildReservation() {
  const id = await addDomainInCustody(s, 'ann');
  await reserveFor(s, id);
  return (await s.record(id)).reservation;
}

async function assertCustodyLost(rivalId: string): Promise<void> {
  const { active, titleName, endReason, reservation } = await s.record(rivalId);
  assert.deepEqual([active, titleName, endReason], [false, null, 'CUSTODY_LOST']);
  const { data } = await s.event('domains.domain.custody-lost', (of) => of.domainId === rivalId);
  assert.equal(data.escrowId, reservation?.escrowId ?? null);
}

for (const status of custodyStatuses) {
  test(`an arrival ends the custody of another account’s record in ${status}`, async () => {
    const name = freshName();
    const id = await addTransferringDomain(s, 'bob', name);
    const rivalId = await storeRivalCustody(name, id, status);
    await s.control('POST', `/registry/domains/${name}/approve`);
    await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
    const { status: arrived, titleName } = await s.record(id);
    assert.deepEqual([arrived, titleName], ['CUSTODY_PAID', name]);
    await assertCustodyLost(rivalId);
  });

  test(`the repair of a loan ends the custody of another account’s record in ${status}`, async () => {
    const name = freshName();
    const id = await addDomainInCustody(s, 'bob', name);
    const stored = await s.record(id);
    await commit((tx) => storeAsIs({ ...stored, status: 'EXTERNAL_UNVERIFIED' }, tx));
    const rivalId = await storeRivalCustody(name, id, status);
    const { domainName: _domainName, ...loan } = await loanOn(s, id);
    const input = {
      ...loan,
      ...{ version: 7, dueBy: '2027-01-01T00:00:00.000Z' },
      ...{ reserved: true, held: true, disputed: false },
    };
    const repaired = await callReconcile(s.url, 'repair', { name: 'apply-loan-state', input });
    assert.equal(repaired.status, 200, JSON.stringify(repaired.body));
    const { status: restored, titleName } = await s.record(id);
    assert.deepEqual([restored, titleName], ['IN_ESCROW', name]);
    await assertCustodyLost(rivalId);
  });
}
