/** `npm start` as a whole: one at a time, killed and started again, stopped by Ctrl-C. */

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Person } from '@nameloan/driver/person';
import { startEmbeddedMongo } from '@nameloan/embedded-mongo/server';
import { processStartOf } from '@nameloan/runtime/file-lock';
import {
  clean,
  endGroup,
  freshFolder,
  processEnvironment,
  root,
  start,
  startAndFail,
  started,
} from '@nameloan/testkit/start-command';
import { MongoClient } from 'mongodb';

let folder: string;
before(() => {
  folder = freshFolder();
});
after(() => clean(folder));

const readJson = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** What a crash leaves behind: an event that was not relayed and a running job. */
async function leaveWork(): Promise<void> {
  const mongo = await startEmbeddedMongo({ dataDir: join(folder, 'mongo') });
  const client = await new MongoClient(mongo.url).connect();
  await client
    .db('nameloan_payments')
    .collection<{ _id: string }>('outbox')
    .insertOne({
      _id: 'left-behind',
      subject: 'payments.balance.changed',
      aggregateId: 'nobody',
      aggregateVersion: 1,
      order: 0,
      at: new Date(),
      data: { accountId: 'nobody', availableCents: 1 },
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

async function workIsDone(mongoUrl: string): Promise<void> {
  const client = await new MongoClient(mongoUrl).connect();
  const deadline = Date.now() + 60_000;
  const outbox = client.db('nameloan_payments').collection<{ _id: string }>('outbox');
  const jobs = client.db('nameloan_domains').collection('jobs');
  const left = async () =>
    (await outbox.countDocuments({ _id: 'left-behind' })) +
    (await jobs.countDocuments({ runAt: new Date(0) }));
  while ((await left()) > 0) {
    assert.ok(Date.now() < deadline, 'what the crash left is done');
    await new Promise((next) => setTimeout(next, 50));
  }
  await client.close();
}

test('one at a time on one folder, a kill -9 costs nothing, and Ctrl-C leaves nothing running', async () => {
  const first = start({ DATA_DIR: folder });
  await first.says('Demo accounts');
  // Metrics for Prometheus, without a secret, on a separate endpoint.
  assert.match(await (await fetch(readJson('run.json').metrics)).text(), /^process_cpu_seconds/m);
  assert.equal((await fetch(`${first.url()}/metrics`)).status, 404);
  const second = await startAndFail({ DATA_DIR: folder });
  assert.equal(second.code, 1);
  assert.match(second.text, /already runs on .* \(process \d+\)/);
  const operator = ['apps/operator/src/main.ts', 'grant', 'ada@demo.nameloan.example'];
  assert.equal((await startAndFail({ DATA_DIR: folder }, operator)).code, 0);
  const children: { pid: number; start: string }[] = readJson('children.json');
  assert.ok(children.length >= 2);

  process.kill(first.child.pid ?? 0, 'SIGKILL');
  await first.ended;
  // Stopped, it works on the folder itself, and ends what the killed one left first.
  assert.equal((await startAndFail({ DATA_DIR: folder }, operator)).code, 0);
  for (const { pid, start: at } of children) assert.notEqual(processStartOf(pid), at);
  await leaveWork();

  const again = start({ DATA_DIR: folder });
  await again.says('Nameloan is ready on');
  const who = { name: 'Ada', email: 'ada@demo.nameloan.example', password: 'demo-password' };
  const ada = await new Person(again.url(), who).login();
  const loans = await ada.post('/escrow/borrower', { page: 1, limit: 10 });
  assert.ok(loans.escrows.some((one: { status: string }) => one.status === 'LOAN_POSTED'));
  await workIsDone(readJson('run.json').mongo);

  const stopped = Date.now();
  endGroup(again.child, 'SIGINT');
  assert.equal(await again.ended, 0);
  // Less than the 12 s after which a drain is cut off, and the 15 s after which a child is killed.
  assert.ok(Date.now() - stopped < 11_500);
  assert.throws(() => process.kill(-(again.child.pid ?? 0), 0), { code: 'ESRCH' });
});

test('demo accounts in production have random passwords, printed once', async () => {
  const data = join(folder, 'business');
  const more = {
    DATA_DIR: data,
    PUBLIC_URL: 'https://nameloan.example',
    NAMELOAN_SANDBOX: 'on',
    NAMELOAN_DEMO: 'on',
  };
  const first = start(more);
  await first.says('Opal Reyes');
  const found = /(ada@demo\.nameloan\.example) {2}([\w-]{24}) {2}/.exec(first.output());
  const who = { name: 'Ada', email: found?.[1] ?? '', password: found?.[2] ?? '' };
  await new Person(first.url(), who).login();
  const known = new Person(first.url(), { ...who, password: 'demo-password' });
  await assert.rejects(known.login(), /401/);
  endGroup(first.child, 'SIGINT');
  await first.ended;
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    const file = join(data, name);
    if (statSync(file).isFile()) assert.ok(!readFileSync(file).includes(who.password), name);
  }
  const again = start(more);
  await again.says('ready on');
  endGroup(again.child, 'SIGINT');
  await again.ended;
  assert.ok(!again.output().includes(who.password));
});

function startByNpm(data: string, args: readonly string[]) {
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`;
  const more = {
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
    stdio: 'ignore',
    env: { ...processEnvironment({}), ...more },
  });
  started.push(npm);
  const read = (name: string) => {
    try {
      return readFileSync(join(data, name), 'utf8');
    } catch {
      return '';
    }
  };
  /** Of the product that is ready; 0 while none is. */
  const pid = () => Number(/"pid": (\d+)/.exec(read('run.json'))?.[1] ?? 0);
  return { npm, pid, lock: () => read('lock') };
}

test('the product does not outlive the npm that started it', async () => {
  const { npm, pid, lock } = startByNpm(join(folder, 'npm'), ['start']);
  await eventually(() => pid() > 0);
  const one = pid();
  process.kill(npm.pid ?? 0, 'SIGTERM');
  await eventually(() => processStartOf(one) === '');
  assert.equal(lock(), '', 'and it has stopped in order');
});

test('npm run dev starts again for a file that no module imports, and nothing of it outlives its npm', async () => {
  const { npm, pid, lock } = startByNpm(join(folder, 'dev'), ['run', 'dev']);
  await eventually(() => pid() > 0);
  const first = pid();
  const now = new Date();
  utimesSync(join(root, 'services/lending/src/offer/offer.graphql'), now, now);
  await eventually(() => pid() > 0 && pid() !== first);
  const second = pid();
  process.kill(npm.pid ?? 0, 'SIGTERM');
  await eventually(() => processStartOf(second) === '');
  assert.equal(lock(), '', 'and it has stopped in order');
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
    if (Date.now() > until) throw new Error('it did not happen in time');
    await new Promise((done) => setTimeout(done, 50));
  }
}

test('a SIGTERM to the whole group stops in order: requests under way are answered, the database last', async () => {
  const data = join(folder, 'group');
  const running = start({ DATA_DIR: data, NAMELOAN_DEMO: 'off', RATE_LIMITS: 'off' });
  await running.says('Nameloan is ready');
  const url = running.url();
  const email = (number: number) => `person.${number}@example.com`;
  const people = Array.from({ length: 12 }, (_, number) =>
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
  await Promise.race(people);
  endGroup(running.child, 'SIGTERM');
  const answers = await Promise.allSettled(people);
  assert.equal(await running.ended, 0);
  // Each was answered completely, or never reached the server.
  for (const answer of answers) {
    if (answer.status === 'fulfilled')
      assert.equal(answer.value.status, 201, JSON.stringify(answer.value.body));
  }
  assert.ok(answers.some((answer) => answer.status === 'fulfilled'));
});

test('two starts at once on the lock of a dead process: one runs', async () => {
  const data = join(folder, 'two');
  mkdirSync(data);
  writeFileSync(join(data, 'lock'), '1 1');
  const more = { DATA_DIR: data, NAMELOAN_DEMO: 'off' };
  const both = [start(more), start(more)];
  const codes = await Promise.all(
    both.map((one) => Promise.race([one.says('is ready on').catch(() => 'no'), one.ended])),
  );
  assert.equal(codes.filter((code) => code === undefined).length, 1);
  for (const one of both) endGroup(one.child, 'SIGTERM');
  await Promise.all(both.map((one) => one.ended));
});

test('a folder that was first tried with an unreachable address starts with the embedded database', async () => {
  const data = join(folder, 'mistyped');
  const url = 'mongodb://127.0.0.1:9/?serverSelectionTimeoutMS=300';
  const { code } = await startAndFail({ DATA_DIR: data, MONGODB_URL: url });
  assert.equal(code, 1);
  const running = start({ DATA_DIR: data, NAMELOAN_DEMO: 'off' });
  await running.says('Nameloan is ready on');
  endGroup(running.child, 'SIGINT');
  assert.equal(await running.ended, 0);
});
