/** A data folder that release 0.1.0 created starts with this release: loans, money, chats, jobs and events are intact. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Person } from '@nameloan/driver/person';
import { cleanUp, createTempFolder, endGroup, start } from '@nameloan/testkit/start-command';
import { MongoClient } from 'mongodb';
import type { RecordedLoan } from './fixtures/recorded-data.ts';
import { recorded, unpackData } from './fixtures/recorded-data.ts';
import { listRecordedLoans, runToEnd, statuses } from './fixtures/run-to-end.ts';

let folder: string;
let product: ReturnType<typeof start>;

before(async () => {
  folder = createTempFolder();
  unpackData(folder);
  product = await startProduct();
});
after(() => cleanUp(folder));

async function startProduct() {
  const running = start({ DATA_DIR: folder, WEB_DIR: 'off' });
  await running.waitForOutput('ready on');
  return running;
}

const login = (name: string) =>
  new Person(product.url(), {
    name,
    email: `${name}@demo.nameloan.example`,
    password: 'demo-password',
  }).login();

async function loansOf(person: Person, side: RecordedLoan['side']): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const list: { escrows: { id: string }[]; pages: number } = await person.post(
      `/escrow/${side}`,
      { page, limit: 50 },
    );
    ids.push(...list.escrows.map(({ id }) => id));
    pages = list.pages;
  }
  return ids;
}

async function assertLoan(person: Person, loan: RecordedLoan): Promise<void> {
  const escrow = await person.get(`/escrow/${loan.id}`);
  const { domain, amount, term, apy } = loan;
  assert.deepEqual(
    { domain: escrow.domain, amount: escrow.amount, term: escrow.term, apy: escrow.apy },
    { domain, amount, term, apy },
  );
  const history: Record<string, unknown>[] = await person.get(`/escrow/${loan.id}/history`);
  // Days have passed since it was recorded: deadlines may have added entries, and changed none.
  assert.deepEqual(
    history.slice(0, loan.history.length).map(({ at, action, from, to }) => [at, action, from, to]),
    loan.history,
  );
  const messages: Record<string, unknown>[] = await person.get(`/escrow/${loan.id}/messages`);
  assert.deepEqual(
    messages.map(({ id, message, name }) => [id, message, name]),
    loan.messages,
  );
}

async function assertAccount(name: string): Promise<void> {
  const expected = recorded.accounts[name];
  assert.ok(expected);
  const person = await login(name);
  for (const side of ['borrower', 'lender'] as const) {
    const ids: string[] = expected.loans.filter((loan) => loan.side === side).map(({ id }) => id);
    // Their order follows what each loan needs by now.
    assert.deepEqual((await loansOf(person, side)).toSorted(), ids.toSorted());
  }
  for (const loan of expected.loans) await assertLoan(person, loan);
  const { transactions } = await person.get('/transactions?limit=100');
  const known = new Set(transactions.map(({ id }: { id: string }) => id));
  for (const [id] of expected.transactions) assert.ok(known.has(id), `transaction ${id}`);
  const { domains } = await person.get('/domains?limit=100');
  const names = new Map(
    domains.map(({ id, domain }: { id: string; domain: string }) => [id, domain]),
  );
  for (const [id, domain] of expected.domains) assert.equal(names.get(id), domain);
}

async function inDatabase<T>(read: (client: MongoClient) => Promise<T>): Promise<T> {
  const { mongo } = JSON.parse(readFileSync(join(folder, 'run.json'), 'utf8'));
  const client = await new MongoClient(mongo).connect();
  try {
    return await read(client);
  } finally {
    await client.close();
  }
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const late = Date.now() + 120_000;
  while (!(await holds())) {
    assert.ok(Date.now() < late, what);
    await new Promise((next) => setTimeout(next, 100));
  }
}

test('every account finds its loans, histories, chats, transactions and domains', async () => {
  for (const name of Object.keys(recorded.accounts)) await assertAccount(name);
});

test('the ledger sums to the balances that accounts had', async () => {
  await inDatabase(async (client) => {
    const payments = client.db('nameloan_payments');
    const sums = await payments
      .collection('journal_entries')
      .aggregate([
        { $unwind: '$postings' },
        { $group: { _id: null, cents: { $sum: '$postings.amountCents' } } },
      ])
      .toArray();
    assert.equal(Number(sums[0]?.cents), 0);
    for (const [name, { balance }] of Object.entries(recorded.accounts)) {
      const person = await login(name);
      const self = await person.get('/users/self');
      const changes = await changesSince(person, name);
      assert.equal(self.balance, balance + changes, name);
    }
  });
});

/** What jobs have charged since it was recorded, such as a renewal whose day has come. */
async function changesSince(person: Person, name: string): Promise<number> {
  const before = new Map(recorded.accounts[name]?.transactions.map((row) => [row[0], row]));
  const { transactions } = await person.get('/transactions?limit=100');
  let sum = 0;
  for (const { id, amount, status } of transactions) {
    const counts = (state: string | undefined) =>
      state === 'DONE' || state === 'REFUNDED' || (state === 'PENDING' && amount < 0);
    const old = before.get(id);
    sum += (counts(status) ? amount : 0) - (old && counts(old[3]) ? old[1] : 0);
  }
  return sum;
}

test('events that waited have their effect, and what waits for a person still does', async () => {
  const { domainId, outboxMidCents, deferred, unknown, deadLetter, paymentException } =
    recorded.events;
  await inDatabase(async (client) => {
    const lending = client.db('nameloan_lending');
    await until('the event of the outbox reaches lending', async () => {
      const collateral = await lending
        .collection<{ _id: string; midCents: number }>('collaterals')
        .findOne({ _id: domainId });
      return Number(collateral?.midCents) === outboxMidCents;
    });
    await until('the deferred event is handled', async () => {
      const row = await lending.collection<{ _id: string }>('inbox').findOne({ _id: deferred });
      return row !== null;
    });
    // An event that no release has known for a day becomes a dead letter, and this one is older.
    await until('the unknown event waits for an operator', async () => {
      const deferredEvents = lending.collection<{ _id: string }>('deferred_events');
      const isWaiting = { raw: { $regex: unknown } };
      const isDeferred = await deferredEvents.countDocuments({ _id: unknown });
      return (
        !isDeferred && (await lending.collection('dead_letters').countDocuments(isWaiting)) === 1
      );
    });
    const letters = client.db('nameloan_notifications').collection<{ _id: string }>('dead_letters');
    assert.equal(await letters.countDocuments({ _id: deadLetter }), 1);
  });
  const operator = await login('opal');
  const { payments } = await operator.get('/transactions/exceptions');
  assert.ok(payments.some(({ id }: { id: string }) => id === paymentException));
});

test('jobs of 0.1.0 go on: no job has a kind that this release does not run', async () => {
  const old = [
    'look-at-proof',
    'start-looks',
    'follow-registry',
    'run-clock-move',
    'start-clocks',
    'give-up-deposit',
  ];
  await inDatabase(async (client) => {
    for (const service of ['identity', 'domains', 'lending', 'payments', 'notifications']) {
      const kinds = await client.db(`nameloan_${service}`).collection('jobs').distinct('kind');
      assert.deepEqual(
        kinds.filter((kind) => old.includes(kind)),
        [],
      );
    }
  });
});

test('stored fields and collections have their present names, with their content', async () => {
  const fields = [
    ['domains', 'domains', 'verificationTries', 'verificationAttempts'],
    ['domains', 'domains', 'custodyLook', 'custodyCheck'],
    ['lending', 'listings', 'longestYears', 'maxYears'],
    ['notifications', 'notifications', 'matters', 'alertKeys'],
    ['notifications', 'recipients', 'lastToldAt', 'lastNotifiedAt'],
    ['identity', 'accounts', 'knownPlaces', 'knownDevices'],
    ['identity', 'signing_keys', 'sealedPrivateKey', 'encryptedPrivateKey'],
  ] as const;
  const collections = [
    ['notifications', 'matters', 'alert_keys'],
    ['payments', 'odd_payments', 'payment_exceptions'],
    ['lending', 'parked', 'deferred_events'],
    ['lending', 'sealed_with', 'encryption_keys'],
  ] as const;
  await inDatabase(async (client) => {
    const database = (service: string) => client.db(`nameloan_${service}`);
    for (const [service, collection, before, now] of fields) {
      const rows = database(service).collection(collection);
      const counts = [before, now].map((name) =>
        rows.countDocuments({ [name]: { $exists: true } }),
      );
      const [old, present] = await Promise.all(counts);
      assert.equal(old, 0, `${collection}.${before}`);
      assert.ok(present && present > 0, `${collection}.${now}`);
    }
    for (const [service, before, now] of collections) {
      const names = (await database(service).listCollections().toArray()).map(({ name }) => name);
      assert.ok(!names.includes(before), before);
      assert.ok(names.includes(now), now);
    }
  });
});

test('a loan of each status of 0.1.0 is one with one payment, and runs to its end', async () => {
  const names = Object.keys(recorded.accounts);
  const people = await Promise.all(names.map(async (name) => [name, await login(name)] as const));
  // Later tests need two of them as they are.
  const loans = listRecordedLoans().filter(({ domain }) => !/^(sail|cargo)\.net$/.test(domain));
  assert.deepEqual(new Set(loans.map(({ status }) => status)), statuses);
  for (const loan of loans) await runToEnd(loan, new Map(people));
});

test('a deadline that 0.1.0 scheduled changes its loan', async () => {
  const recordedLoan = recorded.accounts.ada?.loans.find(({ domain }) => domain === 'sail.net');
  assert.ok(recordedLoan);
  const ada = await login('ada');
  const history = async (): Promise<{ action: string }[]> =>
    ada.get(`/escrow/${recordedLoan.id}/history`);
  const sandbox = /sandbox\s+(\S+)/.exec(product.output())?.[1] ?? '';
  const { due_at: dueAt } = await ada.get(`/escrow/${recordedLoan.id}`);
  const at = new Date(new Date(dueAt).getTime() + 86_400_000);
  const response = await fetch(`${sandbox}/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ at: at.toISOString() }),
  });
  assert.equal(response.status, 200, await response.text());
  const actions = (await history()).map(({ action }) => action);
  assert.ok(actions.includes('SEND_NOTICE'), actions.join(', '));
});

test('a loan that ran in 0.1.0 is repaid with compounded interest, as its contract says', async () => {
  const recordedLoan = recorded.accounts.ada?.loans.find(({ domain }) => domain === 'cargo.net');
  assert.ok(recordedLoan);
  const lender = await login('ada');
  const path = `/escrow/${recordedLoan.id}`;
  const { accrual, received_at, today, payoff, disclosure } = await lender.get(path);
  assert.equal(accrual, 'COMPOUND_365');
  const { amount, term, apy } = recordedLoan;
  const owed = (days: number) => Number((amount * (1 + apy / 36_500) ** days).toFixed(2));
  assert.equal(disclosure.repays, owed(term));
  const days = (Date.parse(today) - Date.parse(received_at.slice(0, 10))) / 86_400_000;
  assert.ok(days > term, `${days} days`);
  assert.equal(payoff, owed(days));
  assert.notEqual(payoff, Number((amount * (1 + (apy * days) / 36_500)).toFixed(2)));
  const ended = await lender.post(`${path}/finalize`, {});
  assert.deepEqual([ended.status, ended.payoff], ['FINALIZED_RETURN_TO_BORROWER', payoff]);
});

test('a second start finds the same', async () => {
  endGroup(product.child, 'SIGINT');
  await product.ended;
  product = await startProduct();
  for (const name of Object.keys(recorded.accounts)) await assertAccount(name);
});
