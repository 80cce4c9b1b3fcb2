/** The ledger: valid entries, and a check that finds every mismatch. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { openMetrics } from '@nameloan/runtime/metrics';
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

test('an entry that does not sum to zero or posts invalid cents is rejected', () => {
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

test('an entry posted eight times concurrently counts once, and a different one under its id is rejected', async () => {
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

test('an unbalanced entry changes nothing', async () => {
  const accountId = newId();
  await assert.rejects(post(draft(accountId, 700, -600)), /sums to 100/);
  assert.equal(await payments.balance(accountId), 0);
  assert.equal(await entries.count({ accountId }), 0);
});

test('the check covers the whole ledger and requires the secret', async () => {
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

test('the check names a wrong balance, a wrong held amount and an unbalanced entry', async () => {
  const accountId = newId();
  await payments.fund(accountId, 2500);
  await accounts.raw.updateOne({ _id: accountId }, { $inc: { balanceCents: 5, heldCents: 7 } });
  const [entry] = await entries.findMany({ accountId });
  assert.ok(entry);
  const off = (await payments.fetchLedgerCheck()).mismatches;
  assert.equal(off.length, 2);
  assert.match(off[0] ?? '', /has a balance of 2505 and postings of 2500/);
  assert.match(off[1] ?? '', /has 7 held and holds of 0/);
  await accounts.raw.updateOne({ _id: accountId }, { $inc: { balanceCents: -5, heldCents: -7 } });
  await entries.raw.updateOne({ _id: entry.id }, { $set: { 'postings.1.amountCents': -2400 } });
  const unbalanced = await payments.fetchLedgerCheck();
  assert.equal(unbalanced.sumCents, 100);
  assert.match(unbalanced.mismatches[0] ?? '', /sums to 100/);
  await entries.raw.updateOne({ _id: entry.id }, { $set: { 'postings.1.amountCents': -2500 } });
  assert.deepEqual((await payments.fetchLedgerCheck()).mismatches, []);
});

test('a ledger of many batches is checked completely, and entries without an account are named', async () => {
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
      `${first} has a balance of 101 and postings of 100.`,
      `${last} has a balance of 101 and postings of 100.`,
      `${lost} has entries or holds but no account.`,
    ].toSorted(),
  );
  await entries.raw.deleteMany({ accountId: { $in: owners } });
  await accounts.raw.deleteMany({ _id: { $in: owners } });
});

test('concurrent postings cause no mismatch', async () => {
  const owners = Array.from({ length: 20 }, () => newId());
  let posting = true;
  const keepPosting = async (owner: string) => {
    while (posting) await post(draft(owner, 100));
  };
  const postings = owners.map(keepPosting);
  for (let count = 0; count < 5; count++)
    assert.deepEqual((await payments.fetchLedgerCheck()).mismatches, []);
  posting = false;
  await Promise.all(postings);
  assert.deepEqual((await payments.fetchLedgerCheck()).mismatches, []);
});

test('the hourly check exports its mismatches and its time as metrics', async () => {
  const server = await openMetrics({ METRICS_PORT: 0, METRICS_HOST: '127.0.0.1' });
  const readMetric = async (name: string) => {
    const text = await (await fetch(server.url)).text();
    const line = text.split('\n').find((one) => one.startsWith(`${name}{`));
    return Number(line?.split(' ').at(-1));
  };
  const accountId = newId();
  await payments.fund(accountId, 2500);
  await runLedgerCheck();
  assert.equal(await readMetric('nameloan_ledger_mismatches'), 0);
  await accounts.raw.updateOne({ _id: accountId }, { $inc: { balanceCents: 5 } });
  const { runAgainAt } = (await runLedgerCheck()) ?? {};
  assert.equal(await readMetric('nameloan_ledger_mismatches'), 1);
  const aheadMs = (runAgainAt?.getTime() ?? 0) - now().getTime();
  assert.ok(aheadMs > 3_500_000 && aheadMs <= 3_600_000, `${aheadMs} ms`);
  const atSeconds = await readMetric('nameloan_ledger_checked_timestamp_seconds');
  assert.ok(Math.abs(atSeconds - Date.now() / 1000) < 60);
  await accounts.raw.updateOne({ _id: accountId }, { $inc: { balanceCents: -5 } });
  await server.close();
});
