/** Reasons of rejected transfers are kept, once per day, and expire after 15 months. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Job } from '@nameloan/persistence/jobs';
import { answerTransferOut } from '../custody/answer-transfer-out.ts';
import { addStaff, placeHold } from '../testing/holds.ts';
import { reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addVerifiedDomain,
  call,
  day,
  expectData,
  freshName,
  minute,
  startDomains,
} from '../testing/start-domains.ts';
import { transferRejections } from './transfer-rejection.model.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const out = (id: string, who = 'ann') => call(s, who, { field: 'transferOut', id });
const reasonsOf = async (domainId: string) => {
  const found = await transferRejections.findMany({ domainId }, { sort: { at: 1 } });
  return found.map(({ kind, reason }) => `${kind} ${reason}`);
};

test('a transfer out that the state of the domain does not allow is recorded once per day and reason', async () => {
  const id = await addDomainInCustody(s, 'ann');
  for (let times = 0; times < 3; times++) assert.equal((await out(id)).code, 'CONFLICT');
  await s.advance(day);
  await out(id);
  await reserveFor(s, id);
  await out(id);
  assert.deepEqual(await reasonsOf(id), [
    'TRANSFER_OUT TRANSFER_LOCK',
    'TRANSFER_OUT TRANSFER_LOCK',
    'TRANSFER_OUT RESERVED',
  ]);
});

test('neither another account nor a domain outside custody leaves a record', async () => {
  const held = await addDomainInCustody(s, 'ann');
  assert.equal((await out(held, 'eve')).code, 'NOT_FOUND');
  const outside = await addVerifiedDomain(s, 'ann');
  assert.equal((await out(outside)).code, 'CONFLICT');
  assert.deepEqual([await reasonsOf(held), await reasonsOf(outside)], [[], []]);
});

test('the rejected request of another registrar is recorded with its reason', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.settle();
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: [] });
  await s.control('POST', `/registry/domains/${name}/takeover`, { pending: true });
  await s.advance(minute);
  assert.deepEqual(await reasonsOf(id), ['REQUEST NOT_REQUESTED']);
});

test('a request that only a notice of the registrar reports is recorded once it is rejected', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.settle();
  const job = { key: id } as Job;
  await answerTransferOut(job);
  assert.deepEqual(await reasonsOf(id), [], 'nothing was pending');
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: [] });
  await s.control('POST', `/registry/domains/${name}/takeover`, { pending: true });
  await answerTransferOut(job);
  assert.deepEqual(await reasonsOf(id), ['REQUEST NOT_REQUESTED']);
});

test('a request during a legal hold is recorded with that reason, also when a loan reserves the domain', async () => {
  await addStaff(s);
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await reserveFor(s, id);
  expectData(await placeHold(s, id));
  await s.settle();
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: [] });
  await s.control('POST', `/registry/domains/${name}/takeover`, { pending: true });
  await s.advance(minute);
  assert.deepEqual(await reasonsOf(id), ['REQUEST LEGAL_HOLD']);
});

test('a request during a hold that its owner does not know of names no hold', async () => {
  await addStaff(s);
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  expectData(await placeHold(s, id, { disclosed: false }));
  await s.settle();
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: [] });
  await s.control('POST', `/registry/domains/${name}/takeover`, { pending: true });
  await s.advance(minute);
  assert.deepEqual(await reasonsOf(id), ['REQUEST LEGAL_HOLD']);
  const query = `{ domain(id: "${id}") { rejectedTransfers { reason message } } }`;
  const { data } = await s.as('ann')(query);
  const message = 'The domain couldn’t be changed at that time.';
  assert.deepEqual(data?.domain?.rejectedTransfers, [{ reason: 'BUSY', message }]);
});

test('records expire after 15 months', async () => {
  const indexes = await transferRejections.raw.collection.indexes();
  const life = indexes.find(({ expireAfterSeconds }) => expireAfterSeconds !== undefined);
  assert.deepEqual(life?.key, { at: 1 });
  assert.ok((life?.expireAfterSeconds ?? 0) >= 456 * 86_400);
});

test('the owner reads the reasons as sentences, newest first; no other account and no later owner does', async () => {
  const id = await addDomainInCustody(s, 'ann');
  await out(id);
  await s.advance(day);
  await reserveFor(s, id);
  await out(id);
  const read = async (who: string) => {
    const query = `{ domain(id: "${id}") { rejectedTransfers { kind reason message } } }`;
    const { data } = await s.as(who)(query);
    return data?.domain?.rejectedTransfers ?? null;
  };
  const kind = 'TRANSFER_OUT';
  assert.deepEqual(await read('ann'), [
    { kind, reason: 'RESERVED', message: 'The domain backed a loan.' },
    { kind, reason: 'TRANSFER_LOCK', message: 'The transfer lock had not ended.' },
  ]);
  assert.equal(await read('eve'), null);
  await transferRejections.raw.updateMany({ domainId: id }, { $set: { accountId: 'former' } });
  assert.deepEqual(await read('ann'), []);
});
