import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  call,
  codeOf,
  freshName,
  granted,
  held,
  requested,
  startDomains,
  transferIn,
  verified,
} from '../../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const premium = (name: string, is = true) =>
  s.control('PATCH', `/registry/domains/${name}`, { premium: is });
const feeOf = () => {
  const last = s.payments.asked.at(-1);
  return [last?.amountCents, s.payments.holds.get(last?.holdId ?? '')];
};
const renew = (id: string) => call(s, 'ann', { field: 'renewDomain', id });

test('a premium name is transferred and renewed for the price that the registry told', async () => {
  const name = freshName();
  await premium(name);
  const id = await held(s, 'ann', name);
  await s.settle();
  assert.deepEqual(feeOf(), [22_000, 'CAPTURED'], '200 dollars and ten percent');
  granted(await renew(id));
  await s.settle();
  assert.deepEqual(feeOf(), [22_000, 'CAPTURED']);
});

test('a transfer that adds two years is priced for two', async () => {
  const name = freshName('ai');
  await premium(name);
  await requested(s, 'ann', name);
  assert.deepEqual(feeOf(), [88_000, 'HELD'], 'twice 400 dollars and ten percent');
});

for (const became of [true, false]) {
  const change = became ? 'became premium' : 'stopped being premium';
  test(`a name that ${change} after its price was told is not ordered: the fee goes back, the owner is told`, async () => {
    const sentence = /^The registry asks another price .* try again\.$/;
    const name = freshName();
    await premium(name, !became);
    const id = await verified(s, 'ann', name);
    const turn = () => premium(name, became).then(() => undefined);
    s.payments.before = turn;
    const refused = await transferIn(s, 'ann', { id, code: await codeOf(s, name) });
    s.payments.before = undefined;
    assert.equal(refused.code, 'CONFLICT');
    assert.match(refused.message ?? '', sentence);
    const failed = await s.fact(
      'domains.domain.transfer-failed',
      ({ domainId }) => domainId === id,
    );
    assert.equal(failed.data.reason, refused.message);
    await s.settle();
    assert.equal(feeOf()[1], 'RELEASED');

    granted(await transferIn(s, 'ann', { id, code: await codeOf(s, name) }));
    await s.control('POST', `/registry/domains/${name}/approve`);
    await s.fact('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
    await premium(name, !became);
    const before = (await s.record(id)).expiresAt;
    s.payments.before = turn;
    const unrenewed = await renew(id);
    s.payments.before = undefined;
    assert.equal(unrenewed.code, 'CONFLICT');
    assert.match(unrenewed.message ?? '', sentence);
    const told = await s.fact('domains.domain.renewal-failed', ({ domainId }) => domainId === id);
    assert.equal(told.data.reason, unrenewed.message);
    await s.settle();
    assert.equal(feeOf()[1], 'RELEASED');
    assert.deepEqual((await s.record(id)).expiresAt, before);
  });
}
