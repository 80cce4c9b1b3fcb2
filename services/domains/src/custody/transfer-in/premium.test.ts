import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestResult } from '@nameloan/testkit/service/test-service';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addTransferringDomain,
  addVerifiedDomain,
  expectData,
  fetchAuthCode,
  freshName,
  startDomains,
  transferIn,
} from '../../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const premium = (name: string, is = true) =>
  s.control('PATCH', `/registry/domains/${name}`, { premium: is });
const feeOf = () => {
  const last = s.payments.requestedHolds.at(-1);
  return [last?.amountCents, s.payments.holds.get(last?.holdId ?? '')];
};
const renew = (id: string, maxFee: number) =>
  s.as('ann')(
    'mutation ($id: ID!, $maxFee: Cents) { renewDomain(id: $id, maxFee: $maxFee) { charged } }',
    { id, maxFee },
  );

const charged = (answer: TestResult, field: string) => expectData(answer)[field].charged;
const quotes = (who: string, id: string) =>
  s.as(who)(
    `query ($id: ID!) { domain(id: $id) {
      transferQuote { amount premium validUntil } renewalQuote { amount premium } } }`,
    { id },
  );
const quoteFor = (who: string, id: string, purpose: string) =>
  s.as(who)(`query ($id: ID!) { domainQuote(id: $id, for: ${purpose}) { amount premium } }`, {
    id,
  });

test('a premium name is transferred and renewed for the price that its owner saw and accepted', async () => {
  const name = freshName();
  await premium(name);
  const id = await addVerifiedDomain(s, 'ann', name);
  const quoted = expectData(await quotes('ann', id)).domain;
  assert.deepEqual([quoted.transferQuote.amount, quoted.transferQuote.premium], [22_000, true]);
  assert.ok(new Date(quoted.transferQuote.validUntil) > new Date());
  assert.equal(quoted.renewalQuote, null, 'a domain that is not in custody has no renewal quote');
  const maxFee = quoted.transferQuote.amount;
  const started = await transferIn(s, 'ann', { id, code: await fetchAuthCode(s, name), maxFee });
  assert.equal(charged(started, 'transferIn'), 22_000);
  await s.control('POST', `/registry/domains/${name}/approve`);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
  await s.settle();
  assert.deepEqual(feeOf(), [22_000, 'CAPTURED'], '200 dollars and ten percent');
  const quote = expectData(await quoteFor('ann', id, 'RENEWAL')).domainQuote;
  assert.deepEqual(quote, { amount: 22_000, premium: true });
  assert.equal(charged(await renew(id, 22_000), 'renewDomain'), 22_000);
  await s.settle();
  assert.deepEqual(feeOf(), [22_000, 'CAPTURED']);
  const failed = s.eventsOf('domains.domain.renewed', id).at(-1)?.data;
  assert.ok(failed && 'chargedCents' in failed && failed.chargedCents === 22_000);
});

test('a price above the accepted one holds and orders nothing: 409 PRICE_CHANGED with the quote', async () => {
  const name = freshName();
  await premium(name);
  const id = await addVerifiedDomain(s, 'ann', name);
  const before = s.payments.requestedHolds.length;
  for (const maxFee of [null, 1200, 21_999]) {
    const rejected = await transferIn(s, 'ann', { id, code: await fetchAuthCode(s, name), maxFee });
    assert.deepEqual([rejected.code, rejected.reason], ['CONFLICT', 'PRICE_CHANGED']);
    assert.deepEqual([rejected.quote?.amountCents, rejected.quote?.premium], [22_000, true]);
    assert.match(rejected.message ?? '', /now costs \$220(\.00)?.*Accept this price/);
  }
  const cheap = await addVerifiedDomain(s, 'ann');
  const rejected = await transferIn(s, 'ann', { id: cheap, code: 'a-code-7', maxFee: 1199 });
  assert.deepEqual([rejected.reason, rejected.quote?.amountCents], ['PRICE_CHANGED', 1200]);
  assert.match(rejected.message ?? '', /^The fee has changed: it now costs \$12\.00\./);
  assert.equal(s.payments.requestedHolds.length, before);
  assert.equal((await s.record(id)).transferIn, null);
});

test('a quote is for accounts that may order: rejected when no order is possible, and none for outsiders', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  assert.equal((await quoteFor('ann', id, 'RENEWAL')).reason, 'NOT_IN_CUSTODY');
  assert.equal((await quoteFor('bob', id, 'TRANSFER')).code, 'NOT_FOUND');
  const unsupported = await addVerifiedDomain(s, 'ann', freshName('de'));
  assert.equal((await quoteFor('ann', unsupported, 'TRANSFER')).reason, 'UNSUPPORTED_TLD');
});

test('a transfer that adds two years is priced for two', async () => {
  const name = freshName('ai');
  await premium(name);
  await addTransferringDomain(s, 'ann', name, 88_000);
  assert.deepEqual(feeOf(), [88_000, 'HELD'], 'twice 400 dollars and ten percent');
});

for (const became of [true, false]) {
  const change = became ? 'became premium' : 'stopped being premium';
  test(`a name that ${change} after its quote is not ordered: the fee is released and the owner notified`, async () => {
    const name = freshName();
    await premium(name, !became);
    const id = await addVerifiedDomain(s, 'ann', name);
    const changePrice = () => premium(name, became).then(() => undefined);
    const maxFee = 22_000;
    const changed = ({ code, reason, quote }: TestResult) =>
      assert.deepEqual(
        [code, reason, quote?.amountCents],
        ['CONFLICT', 'PRICE_CHANGED', became ? 22_000 : 1200],
      );
    s.payments.before = changePrice;
    changed(await transferIn(s, 'ann', { id, code: await fetchAuthCode(s, name), maxFee }));
    s.payments.before = undefined;
    const failed = await s.event(
      'domains.domain.transfer-failed',
      ({ domainId }) => domainId === id,
    );
    assert.equal(failed.data.reason.code, 'PRICE_CHANGED');
    await s.settle();
    assert.equal(feeOf()[1], 'RELEASED');

    expectData(await transferIn(s, 'ann', { id, code: await fetchAuthCode(s, name), maxFee }));
    await s.control('POST', `/registry/domains/${name}/approve`);
    await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
    await premium(name, !became);
    const before = (await s.record(id)).expiresAt;
    s.payments.before = changePrice;
    changed(await renew(id, maxFee));
    s.payments.before = undefined;
    const renewalFailed = await s.event(
      'domains.domain.renewal-failed',
      ({ domainId }) => domainId === id,
    );
    assert.equal(renewalFailed.data.reason.code, 'PRICE_CHANGED');
    await s.settle();
    assert.equal(feeOf()[1], 'RELEASED');
    assert.deepEqual((await s.record(id)).expiresAt, before);
  });
}
