/** The demo data: complete, the same after kills at any time, and unchanged by later starts. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Person } from '@nameloan/driver/person';
import { SandboxClient, waitFor } from '@nameloan/driver/sandbox-client';
import { cleanUp, createTempFolder, endGroup, start } from '@nameloan/testkit/start-command';
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

/** Everything that each account sees and that doesn't depend on timing, as sorted lines. */
async function readAll(url: string): Promise<Record<string, string[]>> {
  const lines: Record<string, string[]> = {};
  for (const account of accountNames) {
    const credentials = {
      name: profiles[account].name,
      email: emailOf(account),
      password: 'demo-password',
    };
    const person = await new Person(url, credentials).login();
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

async function countNotifications(
  url: string,
  account: 'ada' | 'lin',
): Promise<{ read: number; unread: number }> {
  const credentials = {
    name: profiles[account].name,
    email: emailOf(account),
    password: 'demo-password',
  };
  const person = await new Person(url, credentials).login();
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
async function readSettled(url: string): Promise<Record<string, string[]>> {
  for (let before = await readAll(url); ; ) {
    await pause(2000);
    const current = await readAll(url);
    if (isDeepStrictEqual(current, before)) return current;
    before = current;
  }
}

/** Twice the longest lease of a job that a killed process leaves behind. */
const resumeDeadlineMs = 60_000;

let uninterrupted: Record<string, string[]>;

test('the demo data is completed once, and a later start changes nothing', async () => {
  const data = join(folder, 'complete');
  const first = start({ DATA_DIR: data });
  await first.waitForOutput('The demo data is complete');
  assert.match(first.output(), /Business date: \d{4}-\d\d-\d\d/);
  uninterrupted = await readSettled(first.url());
  for (const account of ['ada', 'lin'] as const) {
    const { read, unread } = await countNotifications(first.url(), account);
    assert.ok(read > 10 && unread > 3, `${account}: ${read} read, ${unread} unread`);
  }
  const run = JSON.parse(readFileSync(join(data, 'run.json'), 'utf8'));
  const { offsetMs } = await new SandboxClient(run.sandbox).readClock();
  endGroup(first.child, 'SIGINT');
  await first.ended;

  const again = start({ DATA_DIR: data });
  await again.waitForOutput('is ready on');
  assert.ok(!again.output().includes('Demo accounts'));
  assert.deepEqual(await readSettled(again.url()), uninterrupted);
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
    const current = await readAll(last.url());
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
