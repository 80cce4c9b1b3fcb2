import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accountTopic, domainTopic } from '@nameloan/contracts/topics';
import { escrowMovedData, reserveFor } from '../testing/loans.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import { addDomainInCustody, call, expectData, startDomains } from '../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

/** The fields that an account sees of a domain that it reaches through another service's type. */
async function viewBy(who: string | null, id: string) {
  const answer = await s.as(who)(
    `query ($id: ID!) { _entities(representations: [{ __typename: "Domain", id: $id }]) { ... on Domain {
      name expiresAt nameservers transferOutAvailableAt renewalQuote { amount } verificationRecord
      pendingTransfer actions escrow { id } } } }`,
    { id },
  );
  return expectData(answer)._entities[0];
}

const account = (accountId: string, operator: boolean) => ({
  accountId,
  operator,
});

test('operators see the expiry of the collateral only while its loan is in dispute', async () => {
  const id = await addDomainInCustody(s, 'ann');
  const loan = await reserveFor(s, id);
  await s.deliver('identity.account.changed', account('op', true), {
    aggregateId: 'op',
    version: 3,
  });
  assert.equal((await viewBy('op', id)).expiresAt, null);
  await s.deliver(
    'lending.escrow.moved',
    escrowMovedData(loan, { from: 'LOAN_POSTED', to: 'ESCALATED' }),
    { aggregateId: loan.escrowId, version: 5 },
  );
  const view = await viewBy('op', id);
  assert.ok(view.expiresAt && view.transferOutAvailableAt && view.nameservers.length > 0);
  assert.deepEqual([view.verificationRecord, view.pendingTransfer, view.actions], [null, null, []]);
  assert.equal(view.escrow.id, loan.escrowId);
  for (const who of ['bob', null]) assert.equal((await viewBy(who, id)).expiresAt, null);
  await s.deliver('identity.account.changed', account('op', false), {
    aggregateId: 'op',
    version: 4,
  });
  await s.deliver('identity.account.changed', account('op', true), {
    aggregateId: 'op',
    version: 2,
  });
  assert.equal((await viewBy('op', id)).expiresAt, null, 'the latest version counts, in any order');
});

test('the lender of a domain gets FORBIDDEN for owner-only actions; others get NOT_FOUND', async () => {
  const id = await addDomainInCustody(s, 'ann');
  await reserveFor(s, id);
  const calls = [
    ...['removeDomain', 'verifyDomain', 'transferOut', 'cancelTransferIn', 'cancelTransferOut'],
    'transferIn(transferCode: "x")',
    'setNameservers(nameservers: ["ns1.harbor-dns.net", "ns2.harbor-dns.net"])',
  ];
  for (const one of calls) {
    const [field, rest = ''] = one.split(/[()]/);
    const mutation = `mutation ($id: ID!) { ${field}(id: $id ${rest}) { id } }`;
    const codes = [];
    for (const who of ['len', 'bob']) codes.push((await s.as(who)(mutation, { id })).code);
    assert.deepEqual(codes, ['FORBIDDEN', 'NOT_FOUND'], field);
  }
});

test('each change of a domain is signalled to its subscribers, its owner and its lender only', async () => {
  const id = await addDomainInCustody(s, 'ann');
  await reserveFor(s, id);
  const signals: string[] = [];
  const topics = { owner: 'ann', lender: 'len', outsider: 'bob' };
  await s.bus.subscribe(domainTopic(id), ({ what }) => signals.push(`domain ${what}`));
  for (const [who, accountId] of Object.entries(topics))
    await s.bus.subscribe(accountTopic(accountId), (signal) => {
      if (signal.what === 'domain') signals.push(`${who} ${signal.id === id}`);
    });
  expectData(await call(s, 'ann', { field: 'renewDomain', id }));
  await s.settle();
  assert.deepEqual([...new Set(signals)].sort(), ['domain changed', 'lender true', 'owner true']);
});

test('a list is filtered by status and sorted in both directions by each key', async () => {
  const names = ['b', 'a', 'c'].map((letter) => `${letter}-${Date.now()}.com`);
  for (const name of names) {
    await s.as('lia')('mutation ($name: String!) { addDomain(domain: $name) { id } }', { name });
  }
  const list = async (rest: string) => {
    const answer = await s.as('lia')(`{ domains(limit: 10 ${rest}) { total domains { name } } }`);
    const { total, domains } = expectData(answer).domains;
    return [total, domains.map(({ name }: { name: string }) => name[0]).join('')];
  };
  assert.deepEqual(await list(''), [3, 'cab']);
  assert.deepEqual(await list('direction: ASC'), [3, 'bac']);
  assert.deepEqual(await list('sort: NAME direction: ASC'), [3, 'abc']);
  assert.deepEqual(await list('sort: NAME'), [3, 'cba']);
  assert.deepEqual(await list('status: EXTERNAL_UNVERIFIED sort: NAME'), [3, 'cba']);
  assert.deepEqual(await list('status: IN_ESCROW'), [0, '']);
});
