/** Notices of a registrar at the internal endpoint: only signed ones count, and each only causes a query. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connectionSettings } from '../../config.ts';
import { signNotice } from '../../registrar/namecom/verify-notice.ts';
import { namecomTransfers } from '../../testing/namecom-transfers.ts';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTransferringDomain,
  call,
  day,
  expectData,
  freshName,
  startDomains,
} from '../../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains({ profile: 'namecom' });
  // Only the notices of the tests arrive.
  await s.control('PUT', '/namecom', { notices: 'lost' });
});
after(() => s.stop());

const { forceState, failure } = namecomTransfers(() => s);

const post = (notice: object, signature: string, connection = 'namecom') =>
  fetch(`${s.url}/webhooks/namecom/${connection}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-namecom-signature': signature },
    body: JSON.stringify(notice),
  });

function sign(notice: object): string {
  const [own] = connectionSettings();
  assert.ok(own?.kind === 'namecom' && own.webhookUrl);
  return `sha256=${signNotice(notice, { url: own.webhookUrl, token: own.webhookToken })},1,x`;
}

const aboutTransfer = (domainName: string, status: string) => ({
  eventName: 'domain.transfer.status_change',
  ...{ domainName, status },
});

test('a forged notice, an unknown connection and a body that is too big are rejected', async () => {
  const notice = aboutTransfer(freshName(), 'completed');
  assert.equal((await post(notice, 'sha256=00')).status, 400);
  assert.equal((await post({ ...notice, status: 'failed' }, sign(notice))).status, 400);
  assert.equal((await post(notice, sign(notice), 'other')).status, 404);
  assert.equal((await post({ more: 'x'.repeat(200_000) }, 'sha256=00')).status, 413);
});

test('a notice that claims a completion does not complete a transfer', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  for (const status of ['completed', 'canceled', 'failed']) {
    const notice = aboutTransfer(name, status);
    assert.equal((await post(notice, sign(notice))).status, 200);
    await s.settle();
    assert.equal((await s.record(id)).transferIn?.state, 'REQUESTED');
  }
});

test('a notice about a change causes the query that finds it; repeated and late ones change nothing', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  await forceState(name, 'rejected');
  const notice = aboutTransfer(name, 'rejected');
  for (let times = 0; times < 3; times += 1)
    assert.equal((await post(notice, sign(notice))).status, 200);
  assert.equal(await failure(id), 'REJECTED_BY_REGISTRAR');
  assert.equal((await post(notice, sign(notice))).status, 200);
  await s.settle();
  assert.equal(s.eventsOf('domains.domain.transfer-failed', id).length, 1);
});

test('a replayed notice about a request that has ended changes nothing', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const notice = {
    eventName: 'domain.transfer_out.status_change',
    domainName: name,
    status: 'initiated',
  };
  assert.equal((await post(notice, sign(notice))).status, 200);
  await s.settle();
  const { active, unexpectedStatuses } = await s.record(id);
  assert.deepEqual([active, unexpectedStatuses ?? []], [true, []]);
});

test('a request made with the mailed code is noted from the notice, and its owner notified once', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  await s.advance(61 * day);
  expectData(await call(s, 'ann', { field: 'transferOut', id }));
  await s.event('domains.domain.transfer-out-started', ({ domainId }) => domainId === id);
  const notice = (status: string) => ({
    eventName: 'domain.transfer_out.status_change',
    ...{ domainName: name, status },
  });
  const seen = async () => Boolean((await s.record(id)).transferOut?.requestSeenAt);
  for (const times of [1, 2]) {
    const initiated = { ...notice('initiated'), times };
    assert.equal((await post(initiated, sign(initiated))).status, 200);
    await s.settle();
    // The check of the name, which does not show the request, does not end it.
    await s.advance(2 * day);
    assert.equal(await seen(), true);
  }
  assert.equal(s.eventsOf('domains.domain.transfer-out-requested', id).length, 1);
  assert.equal((await post(notice('canceled'), sign(notice('canceled')))).status, 200);
  assert.equal(await seen(), false);
});

test('a notice about an unknown name, another event or the account is accepted and has no effect', async () => {
  for (const notice of [
    aboutTransfer('not-ours.com', 'completed'),
    { eventName: 'contact.verification.status_change', contact: { verified: false } },
    { eventName: 'account.credit.balance_change', accountId: 7, balance: 12.5 },
  ])
    assert.equal((await post(notice, sign(notice))).status, 200);
});
