/** The books: what an entry must be, and that the check finds what is wrong. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { now } from '@nameloan/service/clock.ts';
import { newId } from '@nameloan/service/id.ts';
import { openMetrics } from '@nameloan/service/metrics.ts';
import { accounts } from '../ledger/account.model.ts';
import { commitIdempotently } from '../ledger/commit-idempotently.ts';
import { entries } from '../ledger/entry.model.ts';
import type { Entry } from '../ledger/entry.ts';
import { assertBalanced, customerAccount } from '../ledger/entry.ts';
import { postEntry } from '../ledger/post-entry.ts';
import { commit } from '../service-context.ts';
import type { TestPayments } from '../testing/start-payments.ts';
import { startPayments } from '../testing/start-payments.ts';
import { runLedgerCheck } from './run-ledger-check.ts';

let payments: TestPayments;
before(async () => {
  payments = await startPayments();
});
after(() => payments.stop());

const draft = (accountId: string, amountCents: number, againstCents = -amountCents) => ({
  id: `deposit:${newId()}`,
  kind: 'DEPOSIT' as const,
  accountId,
  transactionId: newId(),
  postings: [
    { account: customerAccount(accountId), amountCents },
    { account: 'house:stripe' as const, amountCents: againstCents },
  ],
});
const post = (entry: ReturnType<typeof draft>) => commit((tx) => postEntry(entry, { tx }));

test('an entry that does not sum to zero, or posts broken cents, is no entry', () => {
  const entry = (postings: Entry['postings']): Entry => ({
    ...draft('a', 1),
    postings,
    version: 1,
    postedAt: new Date(),
  });
  const customer = customerAccount('a');
  const wrong = [
    [],
    [{ account: customer, amountCents: 0 }],
    [{ account: customer, amountCents: 5 }],
    ...[[5, -4] as const, [0.5, -0.5] as const, [Number.NaN, 1] as const].map(([a, b]) => [
      { account: customer, amountCents: a },
      { account: 'house:stripe' as const, amountCents: b },
    ]),
  ];
  for (const postings of wrong) assert.throws(() => assertBalanced(entry(postings)));
  assert.doesNotThrow(() => assertBalanced(entry(draft('a', 700).postings)));
});

test('an entry posted eight times at once counts once, and another one under its id is refused', async () => {
  const accountId = newId();
  const entry = draft(accountId, 700);
  const posted = await Promise.all(
    Array.from({ length: 8 }, () => commitIdempotently((tx) => postEntry(entry, { tx }))),
  );
  assert.equal(posted.filter(Boolean).length, 1);
  assert.equal(await payments.balance(accountId), 700);
  await assert.rejects(post({ ...draft(accountId, 900), id: entry.id }), /other postings/);
  assert.equal(await payments.balance(accountId), 700);
});

test('an unbalanced entry leaves nothing behind', async () => {
  const accountId = newId();
  await assert.rejects(post(draft(accountId, 700, -600)), /sums to 100/);
  assert.equal(await payments.balance(accountId), 0);
  assert.equal(await entries.count({ accountId }), 0);
});

test('the check adds up the whole ledger and is shut to who has not the secret', async () => {
  const accountId = newId();
  await payments.fund(accountId, 2500);
  const check = await payments.fetchLedgerCheck();
  assert.equal(check.sumCents, 0);
  assert.deepEqual(check.mismatches, []);
  assert.equal(check.entries, await entries.count({}));
  assert.equal(check.accounts, await accounts.count({}));
  for (const headers of [{}, { 'x-nameloan-secret': 'guess' }] as Record<string, string>[]) {
    assert.equal((await fetch(`${payments.url}/ledger/check`, { headers })).status, 401);
  }
});

test('the check names a counter that is off, a hold without money and an entry out of balance', async () => {
  const accountId = newId();
  await payments.fund(accountId, 2500);
  await accounts.raw.updateOne({ _id: accountId }, { $inc: { balanceCents: 5, heldCents: 7 } });
  const [entry] = await entries.findMany({ accountId });
  assert.ok(entry);
  const off = (await payments.fetchLedgerCheck()).mismatches;
  assert.equal(off.length, 2);
  assert.match(off[0] ?? '', /counts 2505 and has postings of 2500/);
  assert.match(off[1] ?? '', /counts 7 held and has holds of 0/);
  await accounts.raw.updateOne({ _id: accountId }, { $inc: { balanceCents: -5, heldCents: -7 } });
  await entries.raw.updateOne({ _id: entry.id }, { $set: { 'postings.1.amountCents': -2400 } });
  const unbalanced = await payments.fetchLedgerCheck();
  assert.equal(unbalanced.sumCents, 100);
  assert.match(unbalanced.mismatches[0] ?? '', /sums to 100/);
  await entries.raw.updateOne({ _id: entry.id }, { $set: { 'postings.1.amountCents': -2500 } });
  assert.deepEqual((await payments.fetchLedgerCheck()).mismatches, []);
});

test('of a ledger of many steps nothing is passed over, and money without a counter is named', async () => {
  const owners = Array.from({ length: 450 }, () => newId());
  for (const owner of owners) await post(draft(owner, 100));
  const [first = '', last = ''] = [owners.toSorted()[0], owners.toSorted().at(-1)];
  for (const owner of [first, last])
    await accounts.raw.updateOne({ _id: owner }, { $inc: { balanceCents: 1 } });
  const lost = owners[200] ?? '';
  await accounts.raw.deleteOne({ _id: lost });
  const { entries: counted, accounts: known, mismatches } = await payments.fetchLedgerCheck();
  assert.deepEqual([counted, known], [await entries.count({}), await accounts.count({})]);
  assert.deepEqual(
    mismatches.toSorted(),
    [
      `${first} counts 101 and has postings of 100.`,
      `${last} counts 101 and has postings of 100.`,
      `${lost} has entries or holds and no counter.`,
    ].toSorted(),
  );
  await entries.raw.deleteMany({ accountId: { $in: owners } });
  await accounts.raw.deleteMany({ _id: { $in: owners } });
});

test('money that moves while the check reads is no fault', async () => {
  const owners = Array.from({ length: 20 }, () => newId());
  let moving = true;
  const move = async (owner: string) => {
    while (moving) await post(draft(owner, 100));
  };
  const moves = owners.map(move);
  for (let count = 0; count < 5; count++)
    assert.deepEqual((await payments.fetchLedgerCheck()).mismatches, []);
  moving = false;
  await Promise.all(moves);
  assert.deepEqual((await payments.fetchLedgerCheck()).mismatches, []);
});

test('the hourly check shows the faults of the books as a figure, and when it was made', async () => {
  const door = await openMetrics({ METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' });
  const shown = async (name: string) => {
    const text = await (await fetch(door.url)).text();
    const line = text.split('\n').find((one) => one.startsWith(`${name}{`));
    return Number(line?.split(' ').at(-1));
  };
  const accountId = newId();
  await payments.fund(accountId, 2500);
  await runLedgerCheck();
  assert.equal(await shown('nameloan_ledger_mismatches'), 0);
  await accounts.raw.updateOne({ _id: accountId }, { $inc: { balanceCents: 5 } });
  const { runAgainAt } = (await runLedgerCheck()) ?? {};
  assert.equal(await shown('nameloan_ledger_mismatches'), 1);
  const aheadMs = (runAgainAt?.getTime() ?? 0) - now().getTime();
  assert.ok(aheadMs > 3_500_000 && aheadMs <= 3_600_000, `${aheadMs} ms`);
  const atSeconds = await shown('nameloan_ledger_checked_timestamp_seconds');
  assert.ok(Math.abs(atSeconds - Date.now() / 1000) < 60);
  await accounts.raw.updateOne({ _id: accountId }, { $inc: { balanceCents: -5 } });
  await door.close();
});
