/** The cost of a poll depends on the jobs due soon, not on those that are due later. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { now } from '@nameloan/runtime/clock';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import type { Connection, mongo } from 'mongoose';
import mongoose from 'mongoose';
import { DatabaseClock } from '../database-clock.ts';
import { findDueJobs } from './due-jobs.ts';
import type { JobRow } from './job-row.ts';
import { noLease } from './job-row.ts';
import { Jobs } from './jobs.ts';

const hour = 3_600_000;
let database: TestDatabase;
let connection: Connection;

before(async () => {
  database = await startTestDatabase();
  const options = { dbName: `${database.prefix}outlook`, monitorCommands: true };
  connection = await mongoose.createConnection(database.url, options).asPromise();
});
after(async () => {
  await connection.close();
  await database.close();
});

test('a thousand later jobs of other kinds are not scanned', async () => {
  const clock = new DatabaseClock();
  clock.open(connection);
  await new Jobs('outlook', clock).open(connection);
  const rows = connection.collection<JobRow>('jobs');
  const row = (kind: string, key: string, inMs: number): JobRow => ({
    ...{ _id: `${kind}:${key}`, kind, key, data: {}, attempts: 0, token: key },
    ...{ runAt: new Date(now().getTime() + inMs), leasedUntil: noLease, lastError: null },
  });
  const later = Array.from({ length: 1000 }, (_, at) => row('others', String(at), hour + at));
  await rows.insertMany([...later, row('ours', 'due', -1), row('ours', 'soon', 5_000)] as never[]);
  const sent: mongo.Document[] = [];
  connection.getClient().on('commandStarted', ({ commandName, command }) => {
    if (commandName === 'find') sent.push(command);
  });
  const outlook = await findDueJobs(rows, clock, { kinds: ['ours'], withinMs: 15_000 });
  assert.equal(outlook.due, 1);
  assert.ok(outlook.inMs > 0 && outlook.inMs <= 5_000);
  const { filter, sort, limit } = sent[0] ?? assert.fail('nothing was sent');
  const { executionStats } = await rows.find(filter, { sort, limit }).explain('executionStats');
  assert.ok(executionStats.totalDocsExamined <= 2, String(executionStats.totalDocsExamined));
});
