/** Data of an earlier release keeps its content under the present names, however often and by however many it is upgraded. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '@nameloan/runtime/id';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import type { Connection } from 'mongoose';
import { connectDatabase } from './connect-database.ts';
import type { DataUpgrade } from './data-upgrade.ts';
import { upgradeData } from './data-upgrade.ts';

let database: TestDatabase;
before(async () => {
  database = await startTestDatabase();
});
after(async () => {
  await database.close();
});

type Document = { _id: string } & Record<string, unknown>;

const upgrade: DataUpgrade = {
  collections: { matters: 'alert_keys' },
  fields: {
    domains: { tries: 'attempts', 'look.at': 'checkedAt', 'contests[].told': 'notified' },
    alert_keys: { matter: 'alertKey' },
  },
  values: { domains: { reason: { OVERTAKEN: 'STALE' } } },
  jobKinds: { 'look-at-proof': 'recheck-proof' },
};
const silent = { mode: 'create', report: () => {} } as const;
const job = {
  runAt: new Date(5),
  attempts: 2,
  token: 'a',
  leasedUntil: new Date(0),
  lastError: null,
};

async function openOldDatabase(): Promise<Connection> {
  const connection = await connectDatabase(database.url, { database: `upgrade_${newId()}` });
  const insert = (name: string, rows: Document[]) =>
    connection.collection<Document>(name).insertMany(rows as never);
  await insert('matters', [{ _id: 'm1', matter: 'offer:1' }]);
  await insert('parked', [{ _id: 'e1', raw: '{}', why: 'early' }]);
  await insert('domains', [
    {
      _id: 'd1',
      tries: [1, 2],
      look: { at: 7 },
      contests: [{ told: true, by: 'x' }],
      reason: 'OVERTAKEN',
    },
    { _id: 'd2', tries: [], look: null, contests: [], reason: 'OTHER' },
  ]);
  await insert('jobs', [
    { _id: 'look-at-proof:d1', kind: 'look-at-proof', key: 'd1', data: { a: 1 }, ...job },
    { _id: 'renew:d1', kind: 'renew', key: 'd1', data: {}, ...job },
  ]);
  return connection;
}

async function all(connection: Connection, name: string): Promise<Document[]> {
  return connection.collection<Document>(name).find({}).sort({ _id: 1 }).toArray() as Promise<
    Document[]
  >;
}

async function assertUpgraded(connection: Connection): Promise<void> {
  assert.deepEqual(await all(connection, 'alert_keys'), [{ _id: 'm1', alertKey: 'offer:1' }]);
  assert.deepEqual(await all(connection, 'deferred_events'), [
    { _id: 'e1', raw: '{}', reason: 'early' },
  ]);
  assert.deepEqual(await all(connection, 'domains'), [
    {
      _id: 'd1',
      attempts: [1, 2],
      look: { checkedAt: 7 },
      contests: [{ notified: true, by: 'x' }],
      reason: 'STALE',
    },
    { _id: 'd2', attempts: [], look: null, contests: [], reason: 'OTHER' },
  ]);
  const jobs = await all(connection, 'jobs');
  assert.deepEqual(
    jobs.map(({ _id, kind, data }) => ({ _id, kind, data })),
    [
      { _id: 'recheck-proof:d1', kind: 'recheck-proof', data: { a: 1 } },
      { _id: 'renew:d1', kind: 'renew', data: {} },
    ],
  );
  const names = await connection.listCollections();
  assert.deepEqual(
    names.map(({ name }) => name).filter((name) => name === 'matters' || name === 'parked'),
    [],
  );
}

test('an upgrade renames collections, fields, values and jobs, and keeps their content', async () => {
  const connection = await openOldDatabase();
  await upgradeData(connection, upgrade, silent);
  await assertUpgraded(connection);
  await connection.close();
});

test('an upgrade that was interrupted anywhere is completed by the next one', async () => {
  const steps: DataUpgrade[] = [
    {},
    { collections: upgrade.collections },
    { collections: upgrade.collections, fields: upgrade.fields },
    { jobKinds: upgrade.jobKinds },
  ];
  for (const done of steps) {
    const connection = await openOldDatabase();
    await upgradeData(connection, done, silent);
    // What was interrupted has not been recorded as complete.
    await connection.collection('data_upgrades').deleteMany({});
    await upgradeData(connection, upgrade, silent);
    await assertUpgraded(connection);
    await connection.close();
  }
});

test('four processes upgrade one database at the same time', async () => {
  const connection = await openOldDatabase();
  await Promise.all(Array.from({ length: 4 }, () => upgradeData(connection, upgrade, silent)));
  await assertUpgraded(connection);
  await connection.close();
});

test('documents join those that are already in the renamed collection, and a newer job stays', async () => {
  const connection = await openOldDatabase();
  await connection.collection<Document>('alert_keys').insertOne({ _id: 'm0', alertKey: 'offer:0' });
  const newer = { ...job, kind: 'recheck-proof', key: 'd1', data: { newer: true } };
  await connection.collection<Document>('jobs').insertOne({ _id: 'recheck-proof:d1', ...newer });
  await upgradeData(connection, upgrade, silent);
  assert.deepEqual(
    (await all(connection, 'alert_keys')).map(({ _id }) => _id),
    ['m0', 'm1'],
  );
  const jobs = await all(connection, 'jobs');
  assert.deepEqual(
    jobs.map(({ _id, data }) => [_id, data]),
    [
      ['recheck-proof:d1', { newer: true }],
      ['renew:d1', {}],
    ],
  );
  await connection.close();
});

test('a completed upgrade is not repeated, so later data under an old name stays as it is', async () => {
  const connection = await openOldDatabase();
  await upgradeData(connection, upgrade, silent);
  await connection.collection<Document>('domains').insertOne({ _id: 'd3', tries: [3] });
  await upgradeData(connection, upgrade, silent);
  assert.deepEqual((await all(connection, 'domains'))[2], { _id: 'd3', tries: [3] });
  await connection.close();
});

test('a replica that may not change the schema waits for the migration step', async () => {
  const connection = await openOldDatabase();
  const said: string[] = [];
  let ready = false;
  const waiting = upgradeData(connection, upgrade, {
    mode: 'wait',
    report: (sentence) => said.push(sentence),
  }).then(() => {
    ready = true;
  });
  while (said.length === 0) await new Promise((resolve) => setImmediate(resolve));
  assert.equal(ready, false);
  assert.equal((await all(connection, 'matters')).length, 1);
  await upgradeData(connection, upgrade, { mode: 'change', report: () => {} });
  await waiting;
  await assertUpgraded(connection);
  await connection.close();
});
