/** The demo data: complete, the same after kills at any time, unchanged by later starts, and safe in production. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Person } from '@nameloan/driver/person';
import { SandboxClient, waitFor } from '@nameloan/driver/sandbox-client';
import { cleanUp, createTempFolder, endGroup, start } from '@nameloan/testkit/start-command';
import type { AccountName } from './accounts.ts';
import { accountNames, emailOf, profiles } from './accounts.ts';
import { days } from './days.ts';
import { readMarker } from './demo-marker.ts';

let folder: string;
before(() => {
  folder = createTempFolder();
});
after(() => cleanUp(folder));

// biome-ignore lint/suspicious/noExplicitAny: REST responses are untyped
type RestObject = any;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

type Passwords = Record<AccountName, string>;
const publishedPasswords = Object.fromEntries(
  accountNames.map((account) => [account, 'demo-password']),
) as Passwords;

const logIn = (url: string, account: AccountName, { [account]: password }: Passwords) =>
  new Person(url, { name: profiles[account].name, email: emailOf(account), password }).login();

/** Everything that each account sees and that doesn't depend on timing, as sorted lines. */
async function readAll(url: string, passwords: Passwords): Promise<Record<string, string[]>> {
  const lines: Record<string, string[]> = {};
  for (const account of accountNames) {
    const person = await logIn(url, account, passwords);
    const { domains } = await person.get('/domains?limit=100');
    const received = (await person.get('/offers/my-offers?limit=100')).offers;
    const { transactions } = await person.get('/transactions?limit=100');
    const rows = [
      ...domains.map(
        (one: RestObject) =>
          `${one.domain} ${one.status} ${one.listed} ${one.pending_transfer_direction}`,
      ),
      ...received.map((one: RestObject) => `${one.domain} ${one.loan_amount} ${one.status}`),
      ...transactions.map(
        (one: RestObject) => `${one.type} ${one.amount} ${one.method} ${one.status}`,
      ),
      `balance ${(await person.get('/users/self')).balance}`,
    ];
    const { escrows } = await person.post('/escrow/borrower', { page: 1, limit: 100 });
    for (const { id, domain, status, stage } of escrows) {
      const chat = await person.get(`/escrow/${id}/messages`);
      const history: RestObject[] = await person.get(`/escrow/${id}/history?limit=100`);
      const actions = history
        .map(({ action }) => action)
        .filter((action) => !action.startsWith('REMIND'));
      const files = status === 'ESCALATED' ? await person.get(`/escrow/${id}/evidence`) : [];
      rows.push(`${domain} ${status} ${stage} ${chat.length} ${files.length} ${actions.sort()}`);
    }
    lines[account] = rows.sort();
  }
  return lines;
}

async function countNotifications(person: Person): Promise<{ read: number; unread: number }> {
  const { notifications } = await person.get('/notifications');
  const read = notifications.filter((one: RestObject) => one.read).length;
  return { read, unread: notifications.length - read };
}

/** Removes deposits that a kill left without a checkout page: they fail, and the demo starts them again. */
function withoutAbandonedDeposits(lines: readonly string[], expected: readonly string[]): string[] {
  const remaining = [...expected];
  return lines.filter((line) => {
    const at = remaining.indexOf(line);
    if (at !== -1) remaining.splice(at, 1);
    const [deposit] = /^Deposit .*(?= (FAILED|PENDING)$)/.exec(line) ?? [];
    return at !== -1 || !deposit || !expected.some((one) => one.startsWith(`${deposit} `));
  });
}

/** Waits until events and jobs of the last steps are processed. */
async function readSettled(url: string, passwords: Passwords): Promise<Record<string, string[]>> {
  for (let before = await readAll(url, passwords); ; ) {
    await pause(2000);
    const current = await readAll(url, passwords);
    if (isDeepStrictEqual(current, before)) return current;
    before = current;
  }
}

/** Twice the longest lease of a job that a killed process leaves behind. */
const resumeDeadlineMs = 60_000;

let uninterrupted: Record<string, string[]>;

/** The random passwords in the output of a product in production. */
function readPasswords(output: string): Passwords {
  const found = [...output.matchAll(/(\w+)@demo\.nameloan\.example {2}([\w-]{24}) {2}/g)];
  return Object.fromEntries(found.map(([, account, password]) => [account, password])) as Passwords;
}

test('the demo data is completed once, in production with random passwords that are printed once, and a later start changes nothing', async () => {
  const data = join(folder, 'complete');
  const environment = {
    DATA_DIR: data,
    PUBLIC_URL: 'https://nameloan.example',
    NAMELOAN_SANDBOX: 'on',
    NAMELOAN_DEMO: 'on',
  };
  const first = start(environment);
  await first.waitForOutput(profiles.opal.name);
  assert.match(first.output(), /The demo data is complete/);
  assert.match(first.output(), /Business date: \d{4}-\d\d-\d\d/);
  const passwords = readPasswords(first.output());
  assert.deepEqual(Object.keys(passwords), [...accountNames]);
  await assert.rejects(logIn(first.url(), 'ada', publishedPasswords), /401/);
  uninterrupted = await readSettled(first.url(), passwords);
  for (const account of ['ada', 'lin'] as const) {
    const person = await logIn(first.url(), account, passwords);
    const { read, unread } = await countNotifications(person);
    assert.ok(read > 10 && unread > 3, `${account}: ${read} read, ${unread} unread`);
  }
  const run = JSON.parse(readFileSync(join(data, 'run.json'), 'utf8'));
  const { offsetMs } = await new SandboxClient(run.sandbox).readClock();
  endGroup(first.child, 'SIGINT');
  await first.ended;
  for (const name of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    const file = join(data, name);
    if (statSync(file).isFile()) assert.ok(!readFileSync(file).includes(passwords.ada), name);
  }

  const again = start(environment);
  await again.waitForOutput('is ready on');
  assert.deepEqual(await readSettled(again.url(), passwords), uninterrupted);
  assert.doesNotMatch(again.output(), /Demo accounts/);
  assert.ok(!again.output().includes(passwords.ada));
  const later = JSON.parse(readFileSync(join(data, 'run.json'), 'utf8'));
  assert.equal((await new SandboxClient(later.sandbox).readClock()).offsetMs, offsetMs);
  endGroup(again.child, 'SIGINT');
  await again.ended;
});

test('demo data that is killed on each day and restarted is the same in the end', async (context) => {
  const data = join(folder, 'killed');
  const marker = () => readMarker(join(data, 'demo.json'));
  for (const daysBefore of days.keys()) {
    const broken = start({ DATA_DIR: data });
    await broken.waitForOutput('is ready on');
    await waitFor(
      `${daysBefore} days`,
      async () => (marker()?.daysDone ?? 0) >= daysBefore,
      300_000,
    );
    const ms = Math.round(Math.random() * 2000);
    await pause(ms);
    broken.child.kill('SIGKILL');
    await broken.ended;
    context.diagnostic(`killed ${ms} ms after ${daysBefore} days, ${marker()?.daysDone} done`);
  }
  // The last kill may happen after the last step.
  const isLoaded = Boolean(marker()?.loadedAt);
  const last = start({ DATA_DIR: data });
  await last.waitForOutput(isLoaded ? 'is ready on' : 'The demo data is complete');
  const readRepaired = async () => {
    const current = await readAll(last.url(), publishedPasswords);
    return accountNames.map((account) =>
      withoutAbandonedDeposits(current[account] ?? [], uninterrupted[account] ?? []),
    );
  };
  const expected = accountNames.map((account) => uninterrupted[account] ?? []);
  // Work of a killed process, such as the hold of a fee, resumes when its lease has expired.
  const untilMs = Date.now() + resumeDeadlineMs;
  while (!isDeepStrictEqual(await readRepaired(), expected) && Date.now() < untilMs)
    await pause(500);
  const current = await readRepaired();
  for (const [at, account] of accountNames.entries())
    assert.deepEqual(current[at], expected[at], account);
  endGroup(last.child, 'SIGINT');
  await last.ended;
});
