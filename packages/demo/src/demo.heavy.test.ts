/** The demo data as a whole: complete, the same after kills at any moment, and left alone by a later start. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { Person } from '@nameloan/driver/person';
import { SandboxClient, waitFor } from '@nameloan/driver/sandbox-client';
import { clean, endGroup, freshFolder, start } from '@nameloan/testkit/start-command';
import { accountNames, cast, emailOf } from './accounts.ts';
import { days } from './days.ts';
import { readMarker } from './demo-marker.ts';

let folder: string;
before(() => {
  folder = freshFolder();
});
after(() => clean(folder));

// biome-ignore lint/suspicious/noExplicitAny: REST objects, read freely
type RestObject = any;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Everything that each account sees and that doesn't depend on timing, as sorted lines. */
async function picture(url: string): Promise<Record<string, string[]>> {
  const seen: Record<string, string[]> = {};
  for (const who of accountNames) {
    const known = { name: cast[who].name, email: emailOf(who), password: 'demo-password' };
    const person = await new Person(url, known).login();
    const { domains } = await person.get('/domains?limit=100');
    const received = (await person.get('/offers/my-offers?limit=100')).offers;
    const { transactions } = await person.get('/transactions?limit=100');
    const lines = [
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
      const acts = history
        .map(({ action }) => action)
        .filter((action) => !action.startsWith('REMIND'));
      const files = status === 'ESCALATED' ? await person.get(`/escrow/${id}/evidence`) : [];
      lines.push(`${domain} ${status} ${stage} ${chat.length} ${files.length} ${acts.sort()}`);
    }
    seen[who] = lines.sort();
  }
  return seen;
}

async function countNotifications(
  url: string,
  who: 'ada' | 'lin',
): Promise<{ read: number; unread: number }> {
  const known = { name: cast[who].name, email: emailOf(who), password: 'demo-password' };
  const person = await new Person(url, known).login();
  const { notifications } = await person.get('/notifications');
  const read = notifications.filter((one: RestObject) => one.read).length;
  return { read, unread: notifications.length - read };
}

/** Without what a kill between a deposit's record and its page leaves: it is given up, and begun once more. */
function withoutGivenUp(lines: readonly string[], wanted: readonly string[]): string[] {
  const left = [...wanted];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at !== -1) left.splice(at, 1);
    const [deposit] = /^Deposit .*(?= (FAILED|PENDING)$)/.exec(line) ?? [];
    return at !== -1 || !deposit || !wanted.some((one) => one.startsWith(`${deposit} `));
  });
}

/** Once nothing moves any more: what follows the last steps by an event or a job is there a little later. */
async function settledPicture(url: string): Promise<Record<string, string[]>> {
  for (let before = await picture(url); ; ) {
    await pause(2000);
    const found = await picture(url);
    if (isDeepStrictEqual(found, before)) return found;
    before = found;
  }
}

/** Twice the longest lease of what a dead process leaves. */
const takenUpWithinMs = 60_000;

let whole: Record<string, string[]>;

test('the demo data is completed once, and a later start changes nothing', async () => {
  const data = join(folder, 'whole');
  const first = start({ DATA_DIR: data });
  await first.says('The demo data is complete');
  assert.match(first.output(), /Business date: \d{4}-\d\d-\d\d/);
  whole = await settledPicture(first.url());
  for (const who of ['ada', 'lin'] as const) {
    const { read, unread } = await countNotifications(first.url(), who);
    assert.ok(read > 10 && unread > 3, `${who}: ${read} read, ${unread} unread`);
  }
  const run = JSON.parse(readFileSync(join(data, 'run.json'), 'utf8'));
  const { offsetMs } = await new SandboxClient(run.sandbox).clock();
  endGroup(first.child, 'SIGINT');
  await first.ended;

  const again = start({ DATA_DIR: data });
  await again.says('is ready on');
  assert.ok(!again.output().includes('Demo accounts'));
  assert.deepEqual(await settledPicture(again.url()), whole);
  const later = JSON.parse(readFileSync(join(data, 'run.json'), 'utf8'));
  assert.equal((await new SandboxClient(later.sandbox).clock()).offsetMs, offsetMs);
  endGroup(again.child, 'SIGINT');
  await again.ended;
});

test('killed on each of their days and started again, they are the same in the end', async (context) => {
  const data = join(folder, 'killed');
  const marker = () => readMarker(join(data, 'demo.json'));
  for (const place of days.keys()) {
    const broken = start({ DATA_DIR: data });
    await broken.says('is ready on');
    await waitFor(`${place} days`, async () => (marker()?.daysDone ?? 0) >= place, 300_000);
    const ms = Math.round(Math.random() * 2000);
    await pause(ms);
    broken.child.kill('SIGKILL');
    await broken.ended;
    context.diagnostic(`killed ${ms} ms after ${place} days, ${marker()?.daysDone} done`);
  }
  // The last kill may come after the last of the last day.
  const complete = Boolean(marker()?.loadedAt);
  const last = start({ DATA_DIR: data });
  await last.says(complete ? 'is ready on' : 'The demo data is complete');
  const mended = async () => {
    const found = await picture(last.url());
    return accountNames.map((who) => withoutGivenUp(found[who] ?? [], whole[who] ?? []));
  };
  const wanted = accountNames.map((who) => whole[who] ?? []);
  // What died with its process, as the hold of a fee, is taken up once its lease has run out.
  const untilMs = Date.now() + takenUpWithinMs;
  while (!isDeepStrictEqual(await mended(), wanted) && Date.now() < untilMs) await pause(500);
  const found = await mended();
  for (const [at, who] of accountNames.entries()) assert.deepEqual(found[at], wanted[at], who);
  endGroup(last.child, 'SIGINT');
  await last.ended;
});
