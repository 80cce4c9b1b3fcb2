/** The checklist over the API: from the stored report, without a wait, and for the owner alone. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { until } from '@nameloan/testkit/until';
import { diligenceRecords } from '../diligence/diligence.model.ts';
import { reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addVerifiedDomain,
  day,
  expectData,
  freshName,
  startDomains,
} from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const query =
  'query ($id: ID!) { transferChecklist(id: $id) { items { code state message } canLeaveOn } }';
const read = (who: string, id: string) => s.as(who)(query, { id });
async function statesOf(id: string): Promise<Record<string, string>> {
  const { items } = expectData(await read('ann', id)).transferChecklist;
  return Object.fromEntries(
    items.map(({ code, state }: { code: string; state: string }) => [code, state]),
  );
}

test('a name that was just added has a checklist before its registry has answered', async () => {
  const name = freshName();
  await s.control('PATCH', `/registry/domains/${name}`, {
    statuses: ['clientTransferProhibited'],
    registrar: 'GoDaddy.com, LLC',
    nameservers: ['ns01.domaincontrol.com'],
  });
  const id = await addTestDomain(s, 'ann', name);
  assert.equal((await statesOf(id)).CODE, 'TODO');
  await until(async () => (await diligenceRecords.findById(name))?.report != null);
  const states = await statesOf(id);
  assert.deepEqual([states.UNLOCK, states.EXPIRY], ['TODO', 'OK']);
});

test('a report of a name that its registry no longer has counts for nothing', async () => {
  const name = freshName();
  const id = await addTestDomain(s, 'ann', name);
  await until(async () => (await diligenceRecords.findById(name))?.report != null);
  assert.equal((await statesOf(id)).EXPIRY, 'OK');
  await diligenceRecords.raw.updateOne({ _id: name }, { $set: { absentAt: new Date() } });
  assert.equal((await statesOf(id)).EXPIRY, 'UNKNOWN');
});

test('in custody the date is that of the domain, to the day', async () => {
  const id = await addDomainInCustody(s, 'ann');
  const { transferOutAvailableAt } = await s.record(id);
  const leaveDay = async (): Promise<string> =>
    expectData(await read('ann', id)).transferChecklist.canLeaveOn;
  const before = await leaveDay();
  assert.equal(before, transferOutAvailableAt?.toISOString().slice(0, 10));
  await s.advance(61 * day);
  assert.ok((await leaveDay()) > before);
});

test('neither another account nor the lender of its loan reads it', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  assert.equal((await read('eve', id)).code, 'NOT_FOUND');
  assert.equal((await read('ann', 'unknown')).code, 'NOT_FOUND');
  const { lenderId } = await reserveFor(s, id);
  assert.equal((await read(lenderId, id)).code, 'FORBIDDEN');
});
