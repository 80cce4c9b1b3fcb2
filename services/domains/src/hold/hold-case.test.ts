/** The case of a legal hold: what a change keeps, when parties are notified, and which operators may work on it. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { now } from '@nameloan/runtime/clock';
import { staleAccounts } from '@nameloan/testkit/service/test-service';
import { domains } from '../domain/domain.model.ts';
import { commit } from '../service-context.ts';
import { addStaff, liftHold, placeHold, staff } from '../testing/holds.ts';
import { reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addVerifiedDomain,
  day,
  expectData,
  freshName,
  startDomains,
} from '../testing/start-domains.ts';
import { legalHolds } from './legal-hold.model.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
  await addStaff(s);
});
after(() => s.stop());

const listed = async (who: string) =>
  expectData(
    await s.as(who)('{ legalHolds(limit: 100) { holds { domain } } }'),
  ).legalHolds.holds.map(({ domain }: { domain: string }) => domain);

test('a change of a case keeps the note and the times that it does not state, and needs a new request to lift', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const receivedAt = new Date(now().getTime() - day).toISOString();
  const { hold } = expectData(await placeHold(s, id, { receivedAt, note: 'The clerk called.' }));
  await liftHold(s, id, staff[0]);
  const change = { provider: 'WIPO Center', receivedAt: null, note: '' };
  expectData(await placeHold(s, id, change));
  const changed = await legalHolds.get(hold.id);
  assert.deepEqual(
    [changed.provider, changed.note, changed.receivedAt.toISOString()],
    ['WIPO Center', 'The clerk called.', receivedAt],
  );
  assert.equal(changed.deadline?.toISOString(), hold.deadline);
  assert.deepEqual([changed.liftRequestedBy, changed.liftRequestedAt], [null, null]);
  const first = expectData(await liftHold(s, id, staff[1]));
  assert.equal(first.hold.liftedAt, null, 'the changed case is lifted by two operators');
});

test('parties are not notified unless the operator says so', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const { hold } = expectData(await placeHold(s, id, { disclosed: undefined }));
  assert.equal(hold.disclosed, false);
});

test('a hold is placed and lifted only in a fresh session', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  staleAccounts.add(staff[0]);
  assert.equal((await placeHold(s, id)).code, 'STEP_UP_REQUIRED');
  staleAccounts.delete(staff[0]);
  expectData(await placeHold(s, id));
  staleAccounts.add(staff[0]);
  assert.equal((await liftHold(s, id)).code, 'STEP_UP_REQUIRED');
  staleAccounts.delete(staff[0]);
  const [record] = await legalHolds.findMany({ name: (await s.record(id)).name, active: true }, {});
  assert.equal(record?.liftRequestedBy, null);
});

test('an operator who is about to get a domain, or was a party to the loan by which the platform holds it, does nothing', async () => {
  const [next, former] = [freshName(), freshName()];
  const waiting = await addDomainInCustody(s, 'ann', next);
  expectData(await placeHold(s, waiting));
  await commit(async (tx) => {
    const domain = await domains.get(waiting, tx);
    const deferredHandover = { kind: 'SEIZURE' as const, escrowId: 'e', toAccountId: staff[1] };
    await domains.update(domain, { ...domain, deferredHandover }, tx);
  });
  const id = await addDomainInCustody(s, 'ann', former);
  const loan = await reserveFor(s, id, staff[1]);
  await s.deliver('lending.escrow.collateral-held', loan);
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: null });
  expectData(await placeHold(s, id));
  for (const name of [next, former]) {
    assert.equal((await liftHold(s, name, staff[1])).code, 'FORBIDDEN', name);
    assert.ok(!(await listed(staff[1])).includes(name));
    assert.ok((await listed(staff[0])).includes(name));
  }
});

test('an operator who is a party to the domain of a request cannot close it', async () => {
  const name = freshName();
  await addVerifiedDomain(s, staff[0], name);
  await s.as(null)(
    `mutation ($domain: String!) {
      sendLegalRequest(kind: COURT, domain: $domain, caseId: "1", provider: "Court", contact: "clerk@court.example", text: "Keep it.")
    }`,
    { domain: name },
  );
  const read = async (who: string) =>
    expectData(
      await s.as(who)('{ legalRequests(limit: 100) { requests { id domain } } }'),
    ).legalRequests.requests.find(({ domain }: { domain: string }) => domain === name);
  const { id } = await read(staff[1]);
  assert.equal(await read(staff[0]), undefined);
  const close = (who: string) =>
    s.as(who)('mutation ($id: ID!) { closeLegalRequest(id: $id) { closedAt } }', { id });
  assert.equal((await close(staff[0])).code, 'FORBIDDEN');
  assert.ok(expectData(await close(staff[1])).closeLegalRequest.closedAt);
});

test('the platform pays for the renewal of a name that its borrower has lost', async () => {
  const id = await addDomainInCustody(s, 'ann');
  const loan = await reserveFor(s, id);
  await s.deliver('lending.escrow.collateral-held', loan);
  expectData(await placeHold(s, id));
  await s.deliver('lending.escrow.collateral-seized', { ...loan, toAccountId: 'len' });
  const { expiresAt } = await s.record(id);
  assert.ok(expiresAt);
  await s.advance(expiresAt.getTime() - now().getTime() - 20 * day);
  const [renewed] = s.eventsOf('domains.domain.renewed', id);
  assert.ok(renewed);
  assert.equal((renewed.data as { paidBy: string | null }).paidBy, null);
});
