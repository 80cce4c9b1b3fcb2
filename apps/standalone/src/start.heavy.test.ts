/** `npm start`: one process per folder, recovery after a kill, stop by Ctrl-C. */

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Person } from '@nameloan/driver/person';
import { startEmbeddedMongo } from '@nameloan/embedded-mongo/server';
import { processStartOf } from '@nameloan/runtime/file-lock';
import {
  cleanUp,
  createTempFolder,
  endGroup,
  processEnvironment,
  root,
  start,
  startAndFail,
  startedChildren,
  startWithDemoData,
} from '@nameloan/testkit/start-command';
import { MongoClient } from 'mongodb';

let folder: string;
before(() => {
  folder = createTempFolder();
});
after(() => cleanUp(folder));

const readJson = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** Stores what a crash leaves behind: an event that was not relayed and a running job. */
async function leaveUnfinishedWork(): Promise<void> {
  const mongo = await startEmbeddedMongo({ dataDir: join(folder, 'mongo') });
  const client = await new MongoClient(mongo.url).connect();
  await client
    .db('nameloan_payments')
    .collection<{ _id: string }>('outbox')
    .insertOne({
      _id: 'left-behind',
      subject: 'payments.balance.changed',
      aggregateId: 'unknown',
      aggregateVersion: 1,
      order: 0,
      at: new Date(),
      data: { accountId: 'unknown', availableCents: 1 },
    } as never);
  await client
    .db('nameloan_domains')
    .collection('jobs')
    .updateOne(
      { key: 'every' },
      { $set: { leasedUntil: new Date(Date.now() + 500), runAt: new Date(0) } },
    );
  await client.close();
  await mongo.close();
}

async function waitForWork(mongoUrl: string): Promise<void> {
  const client = await new MongoClient(mongoUrl).connect();
  const deadline = Date.now() + 60_000;
  const outbox = client.db('nameloan_payments').collection<{ _id: string }>('outbox');
  const jobs = client.db('nameloan_domains').collection('jobs');
  const countLeft = async () =>
    (await outbox.countDocuments({ _id: 'left-behind' })) +
    (await jobs.countDocuments({ runAt: new Date(0) }));
  while ((await countLeft()) > 0) {
    assert.ok(Date.now() < deadline, 'the unfinished work was not completed');
    await new Promise((next) => setTimeout(next, 50));
  }
  await client.close();
}

test('one process per folder, kill -9 loses nothing, and Ctrl-C leaves nothing running', async () => {
  const first = await startWithDemoData(folder);
  // Metrics for Prometheus, without a secret, on a separate endpoint.
  assert.match(await (await fetch(readJson('run.json').metrics)).text(), /^process_cpu_seconds/m);
  assert.equal((await fetch(`${first.url()}/metrics`)).status, 404);
  const second = await startAndFail({ DATA_DIR: folder });
  assert.equal(second.code, 1);
  assert.match(second.text, /is already running with .* \(process \d+\)/);
  const operator = ['apps/operator/src/main.ts', 'grant', 'ada@demo.nameloan.example'];
  assert.equal((await startAndFail({ DATA_DIR: folder }, operator)).code, 0);
  const children: { pid: number; start: string }[] = readJson('children.json');
  assert.ok(children.length >= 2);

  process.kill(first.child.pid ?? 0, 'SIGKILL');
  await first.ended;
  // On a stopped product the command uses the folder directly, and first ends the orphaned processes.
  assert.equal((await startAndFail({ DATA_DIR: folder }, operator)).code, 0);
  for (const { pid, start: at } of children) assert.notEqual(processStartOf(pid), at);
  await leaveUnfinishedWork();

  const again = start({ DATA_DIR: folder });
  await again.waitForOutput('Nameloan is ready on');
  const credentials = {
    name: 'Ada',
    email: 'ada@demo.nameloan.example',
    password: 'demo-password',
  };
  const ada = await new Person(again.url(), credentials).login();
  const loans = await ada.post('/escrow/borrower', { page: 1, limit: 10 });
  assert.ok(loans.escrows.some((one: { status: string }) => one.status === 'LOAN_POSTED'));
  await waitForWork(readJson('run.json').mongo);

  const stopped = Date.now();
  endGroup(again.child, 'SIGINT');
  assert.equal(await again.ended, 0);
  // Less than the 12 s after which a drain is cut off, and the 15 s after which a child is killed.
  assert.ok(Date.now() - stopped < 11_500);
  assert.throws(() => process.kill(-(again.child.pid ?? 0), 0), { code: 'ESRCH' });
});

function startWithNpm(data: string, args: readonly string[]) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`;
  const environment = {
    PATH: path,
    HOME: folder,
    DATA_DIR: data,
    NAMELOAN_DEMO: 'off',
    MONGOD_BINARY: '',
    NATS_SERVER_BINARY: '',
  };
  const npm = spawn('npm', args, {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...processEnvironment({}), ...environment },
  });
  startedChildren.push(npm);
  let output = '';
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (text) => {
      output += text;
    });
  const read = (name: string) => {
    try {
      return readFileSync(join(data, name), 'utf8');
    } catch {
      return '';
    }
  };
  /** Process id of the product; 0 until it is ready. */
  const pid = () => Number(/"pid": (\d+)/.exec(read('run.json'))?.[1] ?? 0);
  /** Process id of the embedded database. */
  const database = () => Number(/"pid":(\d+)/.exec(read('children.json'))?.[1]);
  return { npm, pid, database, lock: () => read('lock'), output: () => output };
}

test('the product does not outlive the npm that started it', async () => {
  const { npm, pid, lock } = startWithNpm(join(folder, 'npm'), ['start']);
  await eventually(() => pid() > 0);
  const one = pid();
  process.kill(npm.pid ?? 0, 'SIGTERM');
  await eventually(() => processStartOf(one) === '');
  assert.equal(lock(), '', 'it stopped gracefully');
});

for (const signal of ['SIGTERM', 'SIGINT'] as const)
  test(`${signal} to npm ends the product cleanly, and a start right after it waits`, async () => {
    const data = join(folder, `npm-${signal}`);
    const first = startWithNpm(data, ['start']);
    await eventually(() => first.pid() > 0);
    const one = first.pid();
    const exited = new Promise<number | null>((done) => first.npm.once('exit', done));
    // The stop must not end before the second start finds it.
    const database = first.database();
    process.kill(database, 'SIGSTOP');
    process.kill(first.npm.pid ?? 0, signal);
    const second = startWithNpm(data, ['start']);
    try {
      await eventually(() => /process \d+/.test(second.output()));
      assert.match(second.output(), new RegExp(`waiting for process ${one},`));
    } finally {
      process.kill(database, 'SIGCONT');
    }
    assert.equal(await exited, 0, 'npm waits for the product, which exits with 0');
    assert.equal(processStartOf(one), '');
    await eventually(() => second.pid() > 0 && second.pid() !== one);
    process.kill(second.npm.pid ?? 0, signal);
    await eventually(() => second.lock() === '');
  });

test('npm run dev restarts for a changed file that no module imports, and no process outlives its npm', async () => {
  const { npm, pid, lock } = startWithNpm(join(folder, 'dev'), ['run', 'dev']);
  await eventually(() => pid() > 0);
  const first = pid();
  const now = new Date();
  utimesSync(join(root, 'services/lending/src/offer/offer.graphql'), now, now);
  await eventually(() => pid() > 0 && pid() !== first);
  const second = pid();
  process.kill(npm.pid ?? 0, 'SIGTERM');
  await eventually(() => processStartOf(second) === '');
  assert.equal(lock(), '', 'it stopped gracefully');
  await eventually(() => groupIsEmpty(npm));
});

function groupIsEmpty(child: ChildProcess): boolean {
  try {
    process.kill(-(child.pid ?? 0), 0);
    return false;
  } catch {
    return true;
  }
}

async function eventually(check: () => boolean): Promise<void> {
  const until = Date.now() + 120_000;
  while (!check()) {
    if (Date.now() > until) throw new Error('the condition was not met in time');
    await new Promise((done) => setTimeout(done, 50));
  }
}

test('SIGTERM to the process group stops gracefully: requests in progress are answered, and the database stops last', async () => {
  const data = join(folder, 'group');
  const running = start({ DATA_DIR: data, NAMELOAN_DEMO: 'off', RATE_LIMITS: 'off' });
  await running.waitForOutput('Nameloan is ready');
  const url = running.url();
  const email = (number: number) => `person.${number}@example.com`;
  // As many as one client may register in a row; more would wait for their turn.
  const registrations = Array.from({ length: 5 }, (_, number) =>
    new Person(url, {
      name: 'A Person',
      email: email(number),
      password: 'a long enough secret',
    }).call('POST', '/users/register', {
      name: 'A Person',
      email: email(number),
      password: 'a long enough secret',
    }),
  );
  await Promise.race(registrations);
  endGroup(running.child, 'SIGTERM');
  const results = await Promise.allSettled(registrations);
  assert.equal(await running.ended, 0);
  // Each request was answered completely or never reached the server.
  for (const result of results) {
    if (result.status === 'fulfilled')
      assert.equal(result.value.status, 201, JSON.stringify(result.value.body));
  }
  assert.ok(results.some((result) => result.status === 'fulfilled'));
});

test('of two concurrent starts on the lock of a dead process, one runs', async () => {
  const data = join(folder, 'two');
  mkdirSync(data);
  writeFileSync(join(data, 'lock'), '1 1');
  const environment = { DATA_DIR: data, NAMELOAN_DEMO: 'off' };
  const both = [start(environment), start(environment)];
  const codes = await Promise.all(
    both.map((one) =>
      Promise.race([one.waitForOutput('is ready on').catch(() => 'no'), one.ended]),
    ),
  );
  assert.equal(codes.filter((code) => code === undefined).length, 1);
  for (const one of both) endGroup(one.child, 'SIGTERM');
  await Promise.all(both.map((one) => one.ended));
});

test('a folder that was first started with an unreachable address starts with the embedded database', async () => {
  const data = join(folder, 'mistyped');
  const url = 'mongodb://127.0.0.1:9/?serverSelectionTimeoutMS=300';
  const { code } = await startAndFail({ DATA_DIR: data, MONGODB_URL: url });
  assert.equal(code, 1);
  const running = start({ DATA_DIR: data, NAMELOAN_DEMO: 'off' });
  await running.waitForOutput('Nameloan is ready on');
  endGroup(running.child, 'SIGINT');
  assert.equal(await running.ended, 0);
});
