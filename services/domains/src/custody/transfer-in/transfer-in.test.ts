import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeOrderFailure } from '@nameloan/contracts/order-failures';
import type { TestDomains } from '../../testing/start-domains.ts';
import {
  addDomainInCustody,
  addTestDomain,
  addTransferringDomain,
  addVerifiedDomain,
  call,
  day,
  expectData,
  fetchAuthCode,
  freshName,
  hour,
  startDomains,
  transferIn,
} from '../../testing/start-domains.ts';

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

const at = (name: string) => `/registry/domains/${name}`;
const feeOf = (id: string) => {
  const last = s.payments.requestedHolds.at(-1);
  return { id, cents: last?.amountCents, state: s.payments.holds.get(last?.holdId ?? '') };
};

test('a verified name comes into custody: fee held, transfer requested, name locked, fee captured', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const answer = await transferIn(s, 'ann', { id, code: await fetchAuthCode(s, name) });
  assert.deepEqual(expectData(answer).transferIn, {
    id,
    status: 'EXTERNAL_VERIFIED',
    pendingTransfer: true,
    pendingTransferDirection: 'IN',
    charged: 1200,
  });
  assert.deepEqual(feeOf(id), { id, cents: 1200, state: 'HELD' });
  await s.event('domains.domain.transfer-started', ({ domainId }) => domainId === id);
  await s.control('POST', `${at(name)}/approve`);
  const { data } = await s.event(
    'domains.domain.custody-arrived',
    ({ domainId }) => domainId === id,
  );
  await s.settle();
  const domain = await s.record(id);
  const record = await s.control('GET', at(name));
  assert.deepEqual(
    [domain.status, domain.pendingTransfer, domain.transferIn],
    ['CUSTODY_PAID', 'NONE', null],
  );
  assert.equal(record.registrar, 'Nameloan');
  for (const lock of [
    'clientTransferProhibited',
    'clientUpdateProhibited',
    'clientDeleteProhibited',
  ])
    assert.ok((record.statuses as string[]).includes(lock), lock);
  assert.equal(domain.expiresAt?.toISOString(), record.expiry);
  const approved = Date.parse((record.lastTransfer as { actingAt: string }).actingAt);
  assert.equal(domain.transferOutAvailableAt?.getTime(), approved + 60 * day);
  assert.equal(data.escrowId, null);
  assert.deepEqual(feeOf(id), { id, cents: 1200, state: 'CAPTURED' });
});

test('five days without a response by the other registrar approve the transfer', async () => {
  const name = freshName('io');
  const id = await addTransferringDomain(s, 'ann', name);
  await s.advance(4 * day);
  assert.equal((await s.record(id)).pendingTransfer, 'IN');
  await s.advance(day + hour);
  await s.settle();
  assert.equal((await s.record(id)).status, 'CUSTODY_PAID');
});

test('arrival does not wait for payments: the fee is captured once payments is back', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  s.payments.down = true;
  await s.control('POST', `${at(name)}/approve`);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
  assert.equal(feeOf(id).state, 'HELD');
  s.payments.down = false;
  await s.advance(10 * 60_000);
  assert.equal(feeOf(id).state, 'CAPTURED');
});

test('a premium name costs more, and a name under .ai is transferred for two years', async () => {
  const premium = freshName();
  await s.control('PATCH', at(premium), { premium: true });
  await addTransferringDomain(s, 'ann', premium, 22_000);
  assert.equal(
    s.payments.requestedHolds.at(-1)?.amountCents,
    22_000,
    '200 dollars and ten percent',
  );
  const name = freshName('ai');
  const { expiry } = await s.control('GET', at(name));
  const id = await addDomainInCustody(s, 'ann', name);
  assert.equal(s.payments.requestedHolds.at(-1)?.amountCents, 16_000);
  const years = (await s.record(id)).expiresAt?.getUTCFullYear() ?? 0;
  assert.equal(years, new Date(String(expiry)).getUTCFullYear() + 2);
});

test('a balance that does not cover the fee is 402, and nothing is started', async () => {
  const id = await addVerifiedDomain(s, 'poor');
  s.payments.balanceCents = 1199;
  const answer = await transferIn(s, 'poor', { id, code: 'whatever-7' });
  s.payments.balanceCents = null;
  assert.deepEqual([answer.code, answer.message], ['BALANCE_TOO_LOW', 'Your balance is too low.']);
  const domain = await s.record(id);
  assert.deepEqual([domain.pendingTransfer, domain.transferIn], ['NONE', null]);
  await s.settle();
  assert.equal(s.eventsOf('domains.domain.transfer-failed', id).length, 0, 'the caller knows');
});

test('unavailable payments is 503, leaves no partial transfer, and releases a hold in progress', async () => {
  const id = await addVerifiedDomain(s, 'ann');
  s.payments.down = true;
  const answer = await transferIn(s, 'ann', { id, code: 'whatever-7' });
  s.payments.down = false;
  assert.equal(answer.code, 'UNAVAILABLE');
  assert.equal((await s.record(id)).pendingTransfer, 'NONE');
  await s.advance(60_000);
  assert.ok([...s.payments.holds.values()].includes('RELEASED'));
});

test('a transfer needs a verified name, no other transfer, a supported suffix and a code', async () => {
  const unproven = await addTestDomain(s, 'ann');
  assert.equal(
    (await transferIn(s, 'ann', { id: unproven, code: 'x' })).message,
    'Verify the domain first.',
  );
  const pending = await addTransferringDomain(s, 'ann');
  assert.equal((await transferIn(s, 'ann', { id: pending, code: 'x' })).code, 'CONFLICT');
  const ours = await addDomainInCustody(s, 'ann');
  assert.equal((await transferIn(s, 'ann', { id: ours, code: 'x' })).code, 'CONFLICT');
  const uk = await addVerifiedDomain(s, 'ann', freshName('co.uk'));
  assert.match((await transferIn(s, 'ann', { id: uk, code: 'x' })).message ?? '', /cannot hold/);
  const id = await addVerifiedDomain(s, 'ann');
  for (const code of ['', '  ', 'a\u0007b', 'x'.repeat(129), 'y'.repeat(200_000)]) {
    const answer = await transferIn(s, 'ann', { id, code });
    assert.equal(answer.code, 'INVALID_INPUT');
    assert.ok(answer.fields?.transferCode);
  }
  const operator = { id, code: { $ne: null } as unknown as string };
  assert.equal((await transferIn(s, 'ann', operator)).code, 'INVALID_INPUT');
  assert.equal((await s.record(id)).pendingTransfer, 'NONE');
});

test('each rejection by the registry has a message; the fee is released and the owner is notified', async () => {
  const cases: [string, (name: string) => Promise<unknown>, string][] = [
    ['INVALID_INPUT', async () => 'wrong-Code-1', 'code is wrong'],
    [
      'CONFLICT',
      async (name) => {
        await s.control('PATCH', at(name), { statuses: ['clientTransferProhibited'] });
        return fetchAuthCode(s, name);
      },
      'locked the domain against transfers (clientTransferProhibited). Unlock it there',
    ],
    [
      'CONFLICT',
      async (name) => {
        await s.control('PATCH', at(name), { statuses: ['serverTransferProhibited'] });
        return fetchAuthCode(s, name);
      },
      'The registry has locked the domain',
    ],
    [
      'CONFLICT',
      async (name) => {
        await s.control('DELETE', at(name));
        return 'some-Code-1';
      },
      'not registered',
    ],
    [
      'UNAVAILABLE',
      async (name) => {
        await s.control('PUT', '/settings', { registryCreditExhausted: true });
        return fetchAuthCode(s, name);
      },
      'Nothing was charged',
    ],
  ];
  for (const [code, prepare, message] of cases) {
    const name = freshName();
    const id = await addVerifiedDomain(s, 'ann', name);
    const answer = await transferIn(s, 'ann', { id, code: String(await prepare(name)) });
    assert.equal(answer.code, code, message);
    assert.ok(answer.message?.includes(message), `${answer.message}`);
    const domain = await s.record(id);
    assert.deepEqual(
      [domain.status, domain.pendingTransfer, domain.transferIn],
      ['EXTERNAL_VERIFIED', 'NONE', null],
    );
    const failed = await s.event(
      'domains.domain.transfer-failed',
      ({ domainId }) => domainId === id,
    );
    assert.ok(describeOrderFailure(failed.data.reason).includes(message));
    await s.settle();
    assert.equal(feeOf(id).state, 'RELEASED');
    await s.control('PUT', '/settings', { registryCreditExhausted: false });
  }
});

test('eight concurrent transfers are one transfer, one fee and seven rejections', async () => {
  const name = freshName();
  const id = await addVerifiedDomain(s, 'ann', name);
  const code = await fetchAuthCode(s, name);
  const before = s.payments.requestedHolds.length;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => transferIn(s, 'ann', { id, code })),
  );
  assert.equal(answers.filter((one) => one.code === undefined).length, 1);
  assert.equal(answers.filter((one) => one.code === 'CONFLICT').length, 7);
  assert.equal(s.payments.requestedHolds.length, before + 1);
});

test('a rejection releases the fee and says who rejected; the transfer can be started again', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  await s.control('POST', `${at(name)}/reject`);
  const { data } = await s.event(
    'domains.domain.transfer-failed',
    ({ domainId }) => domainId === id,
  );
  assert.equal(data.reason.code, 'REJECTED_BY_REGISTRAR');
  await s.settle();
  assert.equal(feeOf(id).state, 'RELEASED');
  expectData(await transferIn(s, 'ann', { id, code: await fetchAuthCode(s, name) }));
  await s.control('POST', `${at(name)}/approve`);
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
});

test('the owner can cancel it once while it is pending', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  const cancel = () => call(s, 'ann', { field: 'cancelTransferIn', id });
  const answers = await Promise.all(Array.from({ length: 8 }, cancel));
  assert.ok(answers.some(({ code }) => code === undefined));
  assert.ok(answers.every(({ code }) => code === undefined || code === 'CONFLICT'));
  await s.settle();
  assert.equal(feeOf(id).state, 'RELEASED');
  assert.equal(s.eventsOf('domains.domain.transfer-failed', id).length, 1);
  assert.equal((await s.control('GET', at(name))).pendingTransfer, null);
  assert.equal((await cancel()).code, 'CONFLICT');
  const arrived = await addDomainInCustody(s, 'ann');
  assert.equal((await call(s, 'ann', { field: 'cancelTransferIn', id: arrived })).code, 'CONFLICT');
});

test('a cancellation after the approval is rejected, and the name arrives', async () => {
  const name = freshName();
  const id = await addTransferringDomain(s, 'ann', name);
  await s.control('POST', `${at(name)}/approve`);
  assert.equal((await call(s, 'ann', { field: 'cancelTransferIn', id })).code, 'CONFLICT');
  await s.event('domains.domain.custody-arrived', ({ domainId }) => domainId === id);
});
