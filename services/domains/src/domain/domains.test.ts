import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AccountActor } from '@nameloan/contracts/actor';
import { sendRequest } from '@nameloan/subgraph/request';
import { chooseAppraiser } from '../appraisal/choose-appraiser.ts';
import { settings } from '../config.ts';
import { totalDomains } from '../dashboard/total-domains.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addTransferringDomain,
  addVerifiedDomain,
  call,
  expectData,
  freshName,
  startDomains,
} from '../testing/start-domains.ts';
import { domains } from './domain.model.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const add = (who: string | null, domain: unknown) =>
  s.as(who)(
    'mutation ($domain: String!) { addDomain(domain: $domain) { id name unicodeName status tldSupported } }',
    {
      domain,
    },
  );

test('a name is added unverified under its A-label, with a random record', async () => {
  const answer = expectData(await add('ida', ' Bücher-Harbor.COM. '));
  assert.equal(answer.addDomain.name, 'xn--bcher-harbor-dlb.com');
  assert.equal(answer.addDomain.unicodeName, 'bücher-harbor.com');
  assert.equal(answer.addDomain.status, 'EXTERNAL_UNVERIFIED');
  const { verificationRecord } = await s.record(answer.addDomain.id);
  assert.match(verificationRecord, /^nameloan-verification=[a-z2-7]{32}$/);
  await s.event('domains.domain.added', ({ domainId }) => domainId === answer.addDomain.id);
});

test('an invalid name is rejected with its field, and nothing is stored', async () => {
  const bad = ['', 'https://example.com/x', '192.0.2.1', 'com', 'www.example.com', 'x.github.io'];
  for (const name of [
    ...bad,
    `${'a'.repeat(64)}.com`,
    'x'.repeat(100_000),
    'a\u0000b.com',
    'ex ample.com',
  ]) {
    const answer = await add('bad', name);
    assert.equal(answer.code, 'INVALID_INPUT', name.slice(0, 40));
    assert.equal(answer.fields?.domain, answer.message);
  }
  assert.match((await add('bad', 'www.example.com')).message ?? '', /example\.com/);
  for (const wrong of [null, 5, { $ne: null }, ['a.com', 'b.com']])
    assert.equal((await add('bad', wrong)).code, 'INVALID_INPUT');
  const list = expectData(await s.as('bad')('{ domains { total pages domains { id } } }'));
  assert.deepEqual(list.domains, { total: 0, pages: 1, domains: [] });
});

test('adding, reading and changing domains requires a login', async () => {
  const id = await addTestDomain(s, 'ann');
  const calls = [
    'removeDomain(id: $id) { id }',
    'verifyDomain(id: $id) { id }',
    'renewDomain(id: $id) { id }',
  ];
  for (const one of [...calls, 'transferOut(id: $id) { id }', 'cancelTransferIn(id: $id) { id }'])
    assert.equal(
      (await s.as(null)(`mutation ($id: ID!) { ${one} }`, { id })).code,
      'UNAUTHENTICATED',
    );
  assert.equal((await s.as(null)('{ domains { total } }')).code, 'UNAUTHENTICATED');
  assert.equal((await add(null, 'example.com')).code, 'UNAUTHENTICATED');
});

test('the same name added eight times concurrently is added once and rejected seven times', async () => {
  const name = freshName();
  const answers = await Promise.all(Array.from({ length: 8 }, () => add('eve', name)));
  assert.equal(answers.filter(({ code }) => code === undefined).length, 1);
  assert.equal(answers.filter(({ code }) => code === 'CONFLICT').length, 7);
  assert.equal((await add('eve', name)).message, 'You already have this domain.');
});

test('several accounts may add a name until one has it in custody or backs a loan with it', async () => {
  const name = freshName();
  await addDomainInCustody(s, 'ann', name);
  const answer = await add('bob', name);
  assert.equal(answer.code, 'CONFLICT');
  const free = freshName();
  assert.notEqual(await addTestDomain(s, 'ann', free), await addTestDomain(s, 'bob', free));
});

test('another account’s domain cannot be read or changed', async () => {
  const id = await addTestDomain(s, 'ann');
  for (const field of [
    'verifyDomain',
    'renewDomain',
    'transferOut',
    'cancelTransferOut',
    'cancelTransferIn',
  ])
    assert.equal((await call(s, 'mallory', { field, id })).code, 'NOT_FOUND', field);
  const more = ', nameservers: ["ns1.a.net", "ns2.a.net"]';
  assert.equal((await call(s, 'mallory', { field: 'setNameservers', id, more })).code, 'NOT_FOUND');
  assert.equal(
    (await call(s, 'mallory', { field: 'transferIn', id, more: ', transferCode: "x"' })).code,
    'NOT_FOUND',
  );
  const removal = await s.as('mallory')('mutation ($id: ID!) { removeDomain(id: $id) { id } }', {
    id,
  });
  assert.equal(removal.code, 'NOT_FOUND');
  const read = await s.as('mallory')('query ($id: ID!) { domain(id: $id) { id } }', { id });
  assert.equal(read.code, 'NOT_FOUND');
  assert.equal((await s.record(id)).active, true);
});

test('owner-only fields are null for everyone else', async () => {
  const id = await addDomainInCustody(s, 'ann');
  const secret =
    'verificationRecord verificationHosts verificationAttempts { at } nextCheckAt pendingTransfer pendingTransferDirection transferOutAvailableAt expiresAt createdAt nameservers transferFee renewalFee';
  const query = `query ($r: [_Any!]!) { _entities(representations: $r) { ... on Domain { name estimatedValue tldSupported ${secret} } } }`;
  const variables = { r: [{ __typename: 'Domain', id }] };
  const [mine] = expectData(await s.as('ann')(query, variables))._entities;
  const [theirs] = expectData(await s.as(null)(query, variables))._entities;
  const { name, estimatedValue, tldSupported, ...rest } = theirs;
  assert.deepEqual([name, tldSupported], [mine.name, true]);
  assert.ok(estimatedValue > 0);
  for (const [field, value] of Object.entries(rest)) assert.equal(value, null, field);
  for (const field of Object.keys(rest).filter((one) => one !== 'nextCheckAt'))
    assert.notEqual(mine[field], null, field);
});

test('lists are paginated newest first; a page past the end is empty; an invalid page is rejected with its field', async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.unshift(await addTestDomain(s, 'pat'));
  const page = (page: number, limit: number) =>
    s.as('pat')(
      'query ($page: Int!, $limit: Int!) { domains(page: $page, limit: $limit) { total pages domains { id } } }',
      { page, limit },
    );
  const shown = async (at: number) =>
    expectData(await page(at, 2)).domains.domains.map(({ id }: { id: string }) => id);
  assert.deepEqual([...(await shown(1)), ...(await shown(2)), ...(await shown(3))], ids);
  assert.deepEqual(await shown(4), []);
  assert.equal(expectData(await page(1, 2)).domains.pages, 3);
  assert.deepEqual(expectData(await page(2 ** 31 - 1, 100)).domains.domains, []);
  const rejected = await page(0, 101);
  assert.equal(rejected.code, 'INVALID_INPUT');
  assert.deepEqual(Object.keys(rejected.fields ?? {}), ['page', 'limit']);
});

test('an added name gets an automatic estimate with its factors, for its listing too', async () => {
  const id = await addTestDomain(s, 'ann', 'harborlight.com');
  await s.event('domains.domain.appraised', ({ domainId }) => domainId === id);
  const query = `query ($r: [_Any!]!) { _entities(representations: $r) {
    ... on Listing { estimatedValue appraisal { low mid high factors { name text } appraisedAt } } } }`;
  const listing = { __typename: 'Listing', id: 'l', domainId: id };
  const [{ estimatedValue, appraisal }] = expectData(
    await s.as(null)(query, { r: [listing] }),
  )._entities;
  assert.equal(estimatedValue, appraisal.mid);
  assert.ok(appraisal.low < appraisal.mid && appraisal.mid < appraisal.high);
  assert.ok(appraisal.factors.length > 0);
});

test('the owner’s own figure shows on the listing as theirs, and never becomes the estimate', async () => {
  const id = await addTestDomain(s, 'own', 'ownfigure.com');
  const set = (accountId: string | null, ownerValue: unknown) =>
    s.as(accountId)(
      'mutation ($id: ID!, $ownerValue: Cents) { setOwnerValue(id: $id, ownerValue: $ownerValue) { ownerValue } }',
      { id, ...(ownerValue === undefined ? {} : { ownerValue }) },
    );
  const shown = async () => {
    const query = `query ($r: [_Any!]!) { _entities(representations: $r) {
      ... on Listing { ownerValue estimatedValue } } }`;
    const r = [{ __typename: 'Listing', id: 'l', domainId: id }];
    return expectData(await s.as(null)(query, { r }))._entities[0];
  };
  await s.event('domains.domain.appraised', ({ domainId }) => domainId === id);
  const { ownerValue: none, estimatedValue } = await shown();
  assert.equal(none, null);
  assert.equal(expectData(await set('own', 500_000)).setOwnerValue.ownerValue, 500_000);
  assert.deepEqual(await shown(), { ownerValue: 500_000, estimatedValue });
  for (const wrong of [undefined, 99, 100_000_000_001]) {
    const rejected = await set('own', wrong);
    assert.deepEqual(
      [rejected.code, Object.keys(rejected.fields ?? {})],
      ['INVALID_INPUT', ['ownerValue']],
    );
  }
  assert.equal((await set('stranger', 500_000)).code, 'NOT_FOUND');
  assert.equal((await set(null, 500_000)).code, 'UNAUTHENTICATED');
  assert.deepEqual(await shown(), { ownerValue: 500_000, estimatedValue });
  expectData(await set('own', null));
  assert.deepEqual(await shown(), { ownerValue: null, estimatedValue });
});

test('without an appraiser, which is the default, a name has no estimate', async (t) => {
  assert.equal(settings.shape.shape.APPRAISER.parse(undefined), 'none');
  t.after(() => chooseAppraiser('built-in'));
  await chooseAppraiser('none');
  const id = await addTestDomain(s, 'ann', 'withoutestimate.com');
  await s.settle();
  const { domain } = expectData(
    await s.as('ann')('query ($id: ID!) { domain(id: $id) { estimatedValue appraisal { low } } }', {
      id,
    }),
  );
  assert.deepEqual(domain, { estimatedValue: null, appraisal: null });
});

test('without an appraiser, an estimate that was stored before is shown nowhere', async (t) => {
  const id = await addTestDomain(s, 'eva', 'harborlantern.com');
  await s.event('domains.domain.appraised', ({ domainId }) => domainId === id);
  t.after(() => chooseAppraiser('built-in'));
  const query = `query ($id: ID!, $r: [_Any!]!) {
    domain(id: $id) { estimatedValue appraisal { low } }
    _entities(representations: $r) { ... on Listing { estimatedValue appraisal { low } } }
  }`;
  const read = async () => {
    const r = [{ __typename: 'Listing', id: 'l', domainId: id }];
    const data = expectData(await s.as('eva')(query, { id, r }));
    return [data.domain, data._entities[0]];
  };
  const eligibility = () =>
    sendRequest(s.bus, 'domains.listing-eligibility', { domainId: id, accountId: 'eva' });
  for (const { estimatedValue } of await read()) assert.ok(estimatedValue > 0);
  await chooseAppraiser('none');
  const none = { estimatedValue: null, appraisal: null };
  assert.deepEqual(await read(), [none, none]);
  const { lowCents, midCents } = await eligibility();
  assert.deepEqual([lowCents, midCents], [null, null]);
  const actor = { kind: 'account', accountId: 'eva' } as AccountActor;
  assert.equal((await totalDomains(actor)).estimatedValue, 0);
});

test('only an external name without listing, loan or transfer can be removed, and can be added again', async () => {
  const remove = (id: string) =>
    s.as('rem')('mutation ($id: ID!) { removeDomain(id: $id) { id } }', { id });
  const name = freshName();
  const id = await addVerifiedDomain(s, 'rem', name);
  const about = { listingId: 'rem-listing', domainId: id, borrowerId: 'rem', domainName: name };
  await s.deliver('lending.listing.opened', { ...about, amountCents: 1, termDays: 1, rateBps: 1 });
  assert.equal((await remove(id)).code, 'CONFLICT');
  await s.deliver('lending.listing.closed', { ...about, reason: 'REMOVED' });
  assert.equal(expectData(await remove(id)).removeDomain.id, id);
  assert.equal((await remove(id)).code, 'NOT_FOUND');
  await s.event('domains.domain.removed', ({ domainId }) => domainId === id);
  assert.notEqual(await addTestDomain(s, 'rem', name), id);
  assert.equal((await remove(await addTransferringDomain(s, 'rem'))).code, 'CONFLICT');
  assert.equal((await remove(await addDomainInCustody(s, 'rem'))).code, 'CONFLICT');
});

test('lending gets the eligibility of the account’s own domains only', async () => {
  const id = await addDomainInCustody(s, 'ann');
  const eligibility = await sendRequest(s.bus, 'domains.listing-eligibility', {
    domainId: id,
    accountId: 'ann',
  });
  assert.equal(eligibility.status, 'CUSTODY_PAID');
  assert.equal(eligibility.version, (await domains.get(id)).version);
  assert.deepEqual(
    [eligibility.pendingTransfer, eligibility.reservedFor, eligibility.holdable],
    ['NONE', null, true],
  );
  assert.ok(eligibility.expiresAt);
  const other = sendRequest(s.bus, 'domains.listing-eligibility', {
    domainId: id,
    accountId: 'bob',
  });
  await assert.rejects(other, { code: 'NOT_FOUND' });
  const uk = await addTestDomain(s, 'ann', freshName('co.uk'));
  const held2 = await sendRequest(s.bus, 'domains.listing-eligibility', {
    domainId: uk,
    accountId: 'ann',
  });
  assert.equal(held2.holdable, false);
});
