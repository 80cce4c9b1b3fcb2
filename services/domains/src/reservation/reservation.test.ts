import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { acceptanceData, loanOn, reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addVerifiedDomain,
  call,
  expectData,
  freshName,
  minute,
  startDomains,
} from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const ofLoan = (escrowId: string) => (data: { escrowId: string | null }) =>
  data.escrowId === escrowId;
const rejections = (id: string) => s.eventsOf('domains.domain.reservation-refused', id);

test('a verified name is reserved when its record is still found, and a repeated acceptance changes nothing', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const loan = await loanOn(s, id);
  const acceptance = acceptanceData(loan);
  await s.deliver('lending.offer.accepted', acceptance);
  await s.deliver('lending.offer.accepted', acceptance);
  const { data } = await s.event('domains.domain.reserved', ofLoan(loan.escrowId));
  assert.deepEqual([data.inCustody, data.expiresAt], [false, null]);
  await s.deliver('lending.offer.accepted', acceptance);
  await s.settle();
  assert.equal(s.eventsOf('domains.domain.reserved', id).length, 1);
  assert.equal((await s.record(id)).reservation?.state, 'RESERVED');
});

test('a name in custody is reserved when the registry confirms sponsor and lock', async () => {
  const id = await addDomainInCustody(s, 'ann');
  const loan = await reserveFor(s, id);
  const { data } = await s.event('domains.domain.reserved', ofLoan(loan.escrowId));
  assert.equal(data.inCustody, true);
  assert.equal(data.expiresAt, (await s.record(id)).expiresAt?.toISOString());
});

test('a missing record rejects the loan and loses the proof; the same acceptance binds nothing later', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const loan = await loanOn(s, id);
  await s.txt(`_nameloan-challenge.${name}`, []);
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  const refused = await s.event('domains.domain.reservation-refused', ofLoan(loan.escrowId));
  assert.equal(refused.data.reason.code, 'RECORD_GONE');
  const domain = await s.record(id);
  assert.deepEqual(
    [domain.status, domain.reservation, domain.titleName],
    ['EXTERNAL_UNVERIFIED', null, null],
  );
  await s.event('domains.domain.proof-lost', ({ domainId }) => domainId === id);
  await s.txt(`_nameloan-challenge.${name}`, [domain.verificationRecord]);
  expectData(await call(s, 'ann', { field: 'verifyDomain', id }));
  await s.settle();
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  assert.equal((await s.record(id)).reservation, null);
  assert.equal(rejections(id).length, 1);
});

test('a second loan, and a removed, unverified or foreign name, is rejected with the reason', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  await reserveFor(s, id);
  const second = await loanOn(s, id);
  await s.deliver('lending.offer.accepted', acceptanceData(second));
  const refused = await s.event('domains.domain.reservation-refused', ofLoan(second.escrowId));
  assert.equal(refused.data.reason.code, 'RESERVED');
  const unproven = await loanOn(s, await addTestDomain(s, 'ann'));
  await s.deliver('lending.offer.accepted', acceptanceData(unproven));
  const lost = await s.event('domains.domain.reservation-refused', ofLoan(unproven.escrowId));
  assert.equal(lost.data.reason.code, 'PROOF_LOST');
  const removedId = await addVerifiedDomain(s, 'ann');
  const removed = await loanOn(s, removedId);
  const foreign = { ...(await loanOn(s, await addVerifiedDomain(s, 'bob'))), borrowerId: 'ann' };
  expectData(
    await s.as('ann')('mutation ($id: ID!) { removeDomain(id: $id) { id } }', { id: removedId }),
  );
  for (const loan of [removed, foreign]) {
    await s.deliver('lending.offer.accepted', acceptanceData(loan));
    const { data } = await s.event('domains.domain.reservation-refused', ofLoan(loan.escrowId));
    assert.equal(data.reason.code, 'NOT_OWNED');
  }
});

test('a domain without a lock is checked for 15 minutes and then rejected', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const loan = await loanOn(s, id);
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: ['clientUpdateProhibited'] });
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  await s.advance(10 * minute);
  assert.equal((await s.record(id)).reservation?.state, 'CHECKING');
  assert.equal(rejections(id).length, 0);
  await s.advance(6 * minute);
  const { data } = await s.event('domains.domain.reservation-refused', ofLoan(loan.escrowId));
  assert.equal(data.reason.code, 'NOT_LOCKED');
  assert.equal((await s.record(id)).reservation, null);
  assert.equal((await s.record(id)).status, 'CUSTODY_PAID');
});

test('unclear checks are repeated, and a clear result in time reserves', async () => {
  const name = freshName();
  const id = await addDomainInCustody(s, 'ann', name);
  const loan = await loanOn(s, id);
  await s.control('PATCH', `/registry/domains/${name}`, { statuses: [] });
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  await s.advance(5 * minute);
  assert.equal((await s.record(id)).reservation?.state, 'CHECKING');
  const statuses = ['clientTransferProhibited', 'clientUpdateProhibited', 'clientDeleteProhibited'];
  await s.control('PATCH', `/registry/domains/${name}`, { statuses });
  await s.advance(5 * minute);
  await s.event('domains.domain.reserved', ofLoan(loan.escrowId));
});

test('a loan that ended before its acceptance arrived binds nothing', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  const loan = await loanOn(s, id);
  await s.deliver('lending.escrow.collateral-released', loan);
  await s.deliver('lending.offer.accepted', acceptanceData(loan));
  await s.settle();
  assert.equal((await s.record(id)).reservation, null);
  assert.equal(s.eventsOf('domains.domain.reserved', id).length, 0);
  await reserveFor(s, id);
});

test('proof by another account against acceptance: the loan gets the name or is rejected, never both', async () => {
  for (let round = 0; round < 6; round++) {
    const name = freshName();
    const old = await addVerifiedDomain(s, 'ann', name);
    const fresh = await addTestDomain(s, 'bob', name);
    const loan = await loanOn(s, old);
    await s.txt(`_nameloan-challenge.${name}`, [(await s.record(fresh)).verificationRecord]);
    const claim = () => call(s, 'bob', { field: 'verifyDomain', id: fresh });
    const accept = () => s.deliver('lending.offer.accepted', acceptanceData(loan));
    await Promise.all(round % 2 ? [claim(), accept()] : [accept(), claim()]);
    await s.event('domains.domain.reservation-refused', ofLoan(loan.escrowId));
    await s.settle();
    await s.advance(2 * minute);
    const [lost, won] = [await s.record(old), await s.record(fresh)];
    assert.deepEqual(
      [lost.reservation, lost.titleName, lost.status],
      [null, null, 'EXTERNAL_UNVERIFIED'],
    );
    const titles = [lost, won].filter(({ titleName }) => titleName !== null);
    assert.ok(titles.length <= 1);
  }
});

test('another account cannot take a reserved name by proof', async () => {
  const name = freshName();
  const old = await addVerifiedDomain(s, 'ann', name);
  const fresh = await addTestDomain(s, 'bob', name);
  await reserveFor(s, old);
  await s.txt(`_nameloan-challenge.${name}`, [(await s.record(fresh)).verificationRecord]);
  assert.equal((await call(s, 'bob', { field: 'verifyDomain', id: fresh })).code, 'CONFLICT');
  assert.equal((await s.record(old)).status, 'EXTERNAL_VERIFIED');
});
