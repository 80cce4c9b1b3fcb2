/** A day of many loans with instalments, run by a process of lending: reminders and notices, in time, each once. */

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { bulletPlan } from '@nameloan/loan-math/plan-terms';
import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { mongo as driver } from 'mongoose';
import { serviceContext } from '../../service-context.ts';
import { createReceivedLoan, startLending } from '../../testing/start-lending.ts';
import { findJobTime } from './escrow-jobs.ts';

const maxCpuSeconds = 60;
const batchSize = 5_000;
const kind = 'run-timed-transition';
type Db = driver.Db;
type Row = driver.Document & { _id: string };

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const exitWithParent = import.meta.resolve('@nameloan/runtime/exit-with-parent');
const lendingScript = fileURLToPath(import.meta.resolve('../../testing/due-run-process.ts'));
const mongoScript = pathOf('../../../../../packages/embedded-mongo/src/main.ts');

let mongo: ChildProcess;
let client: driver.MongoClient;
let loan: Row;
let job: Row;
const formerUrl = process.env.MONGODB_URL;
before(async () => {
  mongo = spawn(process.execPath, [mongoScript], { stdio: ['ignore', 'pipe', 'inherit'] });
  assert.ok(mongo.stdout);
  [process.env.MONGODB_URL] = await once(createInterface({ input: mongo.stdout }), 'line');
  const service = await startLending();
  const { id } = await createReceivedLoan(service);
  const { connection } = serviceContext.store;
  const find = (name: string, _id: string) => connection.collection<Row>(name).findOne({ _id });
  const found = [await find('escrows', id), await find('jobs', `${kind}:${id}`)];
  await service.stop();
  assert.ok(found[0] && found[1]);
  [loan, job] = found as [Row, Row];
  client = await new driver.MongoClient(process.env.MONGODB_URL ?? '').connect();
});
after(async () => {
  await client.close();
  mongo.kill();
  if (formerUrl === undefined) delete process.env.MONGODB_URL;
  else process.env.MONGODB_URL = formerUrl;
});

/** The next instalment of each loan is due within 30 days, the same number on each day. */
const dueDays = 30;
const plan = { ...bulletPlan, kind: 'INSTALMENTS', instalments: 24, period: '30D' };
/** The end of tomorrow, which is the day that is run. */
const findEnd = () => addDays(utcDay(now()), 2);

function buildVariant(index: number): { record: Row; runAt: Date } {
  const today = utcDay(now());
  const due = addDays(today, 1 + index);
  const receivedAt = addDays(due, -30);
  const record = {
    ...loan,
    ...{ plan, receipt: { ...loan.receipt, at: receivedAt }, instalmentDueAt: due },
    ...{ dueAt: addDays(receivedAt, 720), statusAt: receivedAt, remindedAt: today },
    // Encrypted for another database.
    ...{ borrowerContractToken: null, lenderContractToken: null },
  };
  const runAt = findJobTime(kind, { ...record, id: loan._id } as never, now());
  assert.ok(runAt);
  return { record, runAt };
}

/** Adds loans and their jobs; returns the ids of those that are due tomorrow. */
async function addLoans(database: Db, count: number): Promise<string[]> {
  const variants = Array.from({ length: dueDays }, (_, index) => buildVariant(index));
  const due: string[] = [];
  for (let start = 0; start < count; start += batchSize) {
    const rows = Array.from({ length: Math.min(batchSize, count - start) }, (_, index) => {
      const { record, runAt } = variants[(start + index) % dueDays] as (typeof variants)[number];
      const id = newId();
      if (runAt < findEnd()) due.push(id);
      const jobRow = { ...job, _id: `${kind}:${id}`, key: id, runAt };
      return [{ ...record, _id: id, offerId: id }, jobRow] as [Row, Row];
    });
    await database.collection<Row>('escrows').insertMany(rows.map(([record]) => record));
    await database.collection<Row>('jobs').insertMany(rows.map(([, row]) => row));
  }
  return due;
}

function startProcess(prefix: string): ChildProcess {
  const CLOCK_OFFSET_MS = String(addDays(findEnd(), -0.5).getTime() - Date.now());
  const child = fork(lendingScript, {
    execArgv: ['--import', exitWithParent],
    env: { ...process.env, DATABASE_PREFIX: prefix, CLOCK_OFFSET_MS },
  });
  child.on('exit', (code) => {
    if (code) endedBy = code;
  });
  return child;
}

/** The exit code of a process that failed. */
let endedBy = 0;

async function pauseShortly(): Promise<void> {
  assert.equal(endedBy, 0, 'lending failed');
  await pause(50);
}

const countEntries = (database: Db) => database.collection('histories').countDocuments({});

/** Waits until the entries of so many transitions are there, and with `published` until their events are published. */
async function waitForEntries(database: Db, count: number, published = false): Promise<void> {
  while ((await countEntries(database)) < count) await pauseShortly();
  while (published && (await database.collection('outbox').countDocuments({})) > 0)
    await pauseShortly();
}

/** Each loan that was due has one transition more and one job later, and the others are as they were. */
async function assertEachOnce(database: Db, due: readonly string[]): Promise<void> {
  const entries = await database.collection<Row>('histories').find({}).toArray();
  assert.deepEqual(entries.map(({ escrowId }) => escrowId).sort(), [...due].sort());
  const actions = new Set(entries.map(({ action }) => action));
  assert.deepEqual([...actions].sort(), ['REMIND_DUE', 'SEND_NOTICE']);
  const changed = { version: { $ne: loan.version } };
  const records = await database.collection<Row>('escrows').find(changed).toArray();
  assert.deepEqual(records.map(({ _id }) => _id).sort(), [...due].sort());
  for (const { version } of records) assert.equal(version, loan.version + 1);
  const jobs = database.collection<Row>('jobs');
  assert.equal(await jobs.countDocuments({ kind, runAt: { $lt: findEnd() } }), 0);
  assert.equal(
    await jobs.countDocuments({ kind }),
    await database.collection('escrows').countDocuments({}),
  );
}

/** The time of each transition is the same in a larger book. */
const [bookOfLoans, loanCount] = [100_000, 20_000];

test('a day of 100,000 loans with instalments takes at most 60 seconds of one core', async (context) => {
  const database = client.db('run_lending');
  const due = await addLoans(database, loanCount);
  const started = performance.now();
  const lending = startProcess('run_');
  await waitForEntries(database, due.length, true);
  const seconds = (performance.now() - started) / 1_000;
  lending.send('cpu');
  const [usedSeconds] = (await once(lending, 'message')) as [number];
  const cpuSeconds = (usedSeconds * bookOfLoans) / loanCount;
  lending.kill();
  await once(lending, 'exit');
  const each = ((usedSeconds * 1_000) / due.length).toFixed(2);
  const result = `${cpuSeconds.toFixed(0)} s of lending’s processor time for ${bookOfLoans} loans: ${each} ms for each of ${due.length} transitions, which took ${seconds.toFixed(0)} s with the database`;
  context.diagnostic(result);
  await assertEachOnce(database, due);
  assert.ok(cpuSeconds <= maxCpuSeconds, result);
});

test('a process that is killed in the middle of a run loses no transition and repeats none', async () => {
  const database = client.db('kill_lending');
  const due = await addLoans(database, 1_200);
  for (const share of [0.2, 0.5, 0.8]) {
    const lending = startProcess('kill_');
    await waitForEntries(database, Math.round(due.length * share));
    lending.kill('SIGKILL');
    await once(lending, 'exit');
    assert.ok((await countEntries(database)) < due.length);
  }
  const lending = startProcess('kill_');
  await waitForEntries(database, due.length, true);
  lending.kill();
  await once(lending, 'exit');
  await assertEachOnce(database, due);
});
