/** `npm start` as a whole: one at a time, killed and started again, stopped by Ctrl-C, refused with one clear line. */

import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, test } from 'node:test';
import { startEmbeddedMongo } from '@nameloan/embedded-mongo/server.ts';
import { MongoClient } from 'mongodb';
import { Person } from '../demo/person.ts';
import { startOf } from './lock.ts';

const root = resolve(import.meta.dirname, '../..');
const started: ChildProcess[] = [];
let folder: string;

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameloan-start-'));
});
after(() => {
  for (const child of started) endGroup(child, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-(child.pid ?? 0), signal);
  } catch {
    // The group is gone already.
  }
}

function environment(more: Record<string, string>): NodeJS.ProcessEnv {
  // Engines on this machine must not decide what is tested here.
  return { PATH: '', PORT: '0', SANDBOX_PORT: '0', ...more };
}

function start(more: Record<string, string>) {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(more),
  });
  started.push(child);
  let output = '';
  const watch: (() => void)[] = [];
  const read = (data: Buffer) => {
    output += data;
    for (const look of watch) look();
  };
  child.stdout.on('data', read);
  child.stderr.on('data', read);
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const says = (text: string) =>
    new Promise<void>((done, reject) => {
      const late = setTimeout(() => reject(new Error(`no "${text}" in: ${output}`)), 40_000);
      const look = () => {
        if (!output.includes(text)) return;
        clearTimeout(late);
        done();
      };
      watch.push(look);
      look();
      void ended.then(() => {
        clearTimeout(late);
        reject(new Error(`it ended: ${output}`));
      });
    });
  return { child, ended, says, url: () => /ready on (\S+)/.exec(output)?.[1] ?? '' };
}

/** Starts what must be refused; resolves to its code and what it says. */
function refused(
  more: Record<string, string>,
  script = ['scripts/start.ts'],
): Promise<{ code: number; text: string }> {
  return new Promise((done) => {
    const options = { cwd: root, env: environment(more), timeout: 30_000 };
    execFile(process.execPath, script, options, (error, _stdout, stderr) => {
      done({ code: error ? Number(error.code) : 0, text: stderr });
    });
  });
}

const readJson = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'));

/** What a crash leaves: a fact that was not relayed and a job that was being run. */
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
  const deadline = Date.now() + 10_000;
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
  const second = await refused({ DATA_DIR: folder });
  assert.equal(second.code, 1);
  assert.match(second.text, /already runs on .* \(process \d+\)/);
  const operator = ['scripts/operator.ts', 'grant', 'ada@demo.nameloan.example'];
  assert.equal((await refused({ DATA_DIR: folder }, operator)).code, 0);
  const children: { pid: number; start: string }[] = readJson('children.json');
  assert.ok(children.length >= 2);

  process.kill(first.child.pid ?? 0, 'SIGKILL');
  await first.ended;
  // Stopped, it works on the folder itself, and ends what the killed one left first.
  assert.equal((await refused({ DATA_DIR: folder }, operator)).code, 0);
  for (const { pid, start: at } of children) assert.notEqual(startOf(pid), at);
  await leaveWork();

  const again = start({ DATA_DIR: folder });
  await again.says('Nameloan is ready on');
  const who = { name: 'Ada', email: 'ada@demo.nameloan.example', password: 'demo-password' };
  const ada = await new Person(again.url(), who).login();
  const loans = await ada.post('/escrow/borrower', { page: 1, limit: 10 });
  assert.equal(loans.escrows[0].status, 'LOAN_POSTED');
  await workIsDone(readJson('run.json').mongo);

  const stopped = Date.now();
  endGroup(again.child, 'SIGINT');
  assert.equal(await again.ended, 0);
  assert.ok(Date.now() - stopped < 10_000);
  assert.throws(() => process.kill(-(again.child.pid ?? 0), 0), { code: 'ESRCH' });
});

test('the product does not outlive the npm that started it', async () => {
  const data = join(folder, 'npm');
  const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`;
  const more = {
    PATH: path,
    HOME: folder,
    DATA_DIR: data,
    NAMELOAN_DEMO: 'off',
    MONGOD_BINARY: '',
    NATS_SERVER_BINARY: '',
  };
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    stdio: 'ignore',
    env: { ...environment({}), ...more },
  });
  started.push(npm);
  const lock = () => {
    try {
      return readFileSync(join(data, 'lock'), 'utf8');
    } catch {
      return '';
    }
  };
  await eventually(() => existsSync(join(data, 'run.json')));
  const [pid = ''] = lock().split(' ');
  process.kill(npm.pid ?? 0, 'SIGTERM');
  await eventually(() => startOf(Number(pid)) === '');
  assert.equal(lock(), '', 'and it has stopped in order');
});

async function eventually(check: () => boolean): Promise<void> {
  const until = Date.now() + 30_000;
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
  // Each was answered in full, or never reached the door.
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

test('every wrong setting is named at once', async () => {
  const { code, text } = await refused({
    DATA_DIR: join(folder, 'settings'),
    PORT: 'abc',
    NAMELOAN_DEMO: 'maybe',
    NATS_URL: 'http://x',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317',
  });
  assert.equal(code, 1);
  for (const name of ['PORT', 'NAMELOAN_DEMO', 'NATS_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'])
    assert.match(text, new RegExp(name));
  assert.doesNotMatch(text, /\n\s+at /);
});

test('a folder that cannot be is one line, also where Node would try for ever', async () => {
  for (const path of ['/dev/null', '/dev/null/in', '/proc/nameloan', '/proc/nameloan/deep']) {
    const { code, text } = await refused({ DATA_DIR: path });
    assert.equal(code, 1, path);
    assert.match(text, /^Nameloan cannot start: DATA_DIR \S+ cannot be a folder \(\w+\)\.\n$/);
  }
});

test('the embedded database is no production', async () => {
  const data = join(folder, 'production');
  const { code, text } = await refused({ DATA_DIR: data, NODE_ENV: 'production' });
  assert.equal(code, 1);
  assert.match(text, /name a MONGODB_URL/);
});

test('an address that nobody answers is named, and does not bind the folder', async () => {
  const data = join(folder, 'mistyped');
  const url = 'mongodb://127.0.0.1:9/?serverSelectionTimeoutMS=300';
  const { code, text } = await refused({ DATA_DIR: data, MONGODB_URL: url });
  assert.equal(code, 1);
  assert.match(text, /^Nameloan cannot start: MONGODB_URL does not answer: .*\n$/);
  const running = start({ DATA_DIR: data, NAMELOAN_DEMO: 'off' });
  await running.says('Nameloan is ready on');
  endGroup(running.child, 'SIGINT');
  assert.equal(await running.ended, 0);
});

test('without the sandbox, what is missing of the outside world is one list', async () => {
  const { code, text } = await refused({
    DATA_DIR: join(folder, 'off'),
    NAMELOAN_SANDBOX: 'off',
    TRUST_PROXY: 'loopback',
    PUBLIC_URL: 'https://nameloan.example',
  });
  assert.equal(code, 1);
  const missing = ['DNS_RESOLVERS', 'EPP_HOST', 'EPP_CLIENT_ID', 'SMTP_URL', 'STRIPE_SECRET_KEY'];
  for (const name of missing) assert.match(text, new RegExp(`${name}.* required`));
  assert.doesNotMatch(text, /\n\s+at /);
});

test('a port in use is told in one line that names the setting', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await new Promise((ready) => taken.once('listening', ready));
  const address = taken.address();
  const port = String(typeof address === 'object' ? address?.port : 0);
  for (const name of ['PORT', 'SANDBOX_PORT']) {
    const { code, text } = await refused({ DATA_DIR: join(folder, 'ports'), [name]: port });
    assert.equal(code, 1);
    assert.equal(
      text,
      `Nameloan cannot start: ${name} ${port} is in use on 127.0.0.1; name another one, or 0 for a free one.\n`,
    );
  }
  taken.close();
});

test('a folder made with another engine is refused', async () => {
  const data = join(folder, 'engines');
  mkdirSync(data);
  writeFileSync(join(data, 'engines.json'), '{"database":"mongod","bus":"embedded"}');
  const { code, text } = await refused({ DATA_DIR: data });
  assert.equal(code, 1);
  assert.match(text, /was made with the database mongod and cannot be used with embedded/);
});
