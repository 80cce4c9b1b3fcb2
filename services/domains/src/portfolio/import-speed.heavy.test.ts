/** The database commands of an import of 2,000 names, and the time of a list of 5,000 names against one of 50. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { serviceContext } from '../service-context.ts';
import { getAs, importList, previewList } from '../testing/portfolio.ts';
import type { TestDomains } from '../testing/start-domains.ts';
import { expectData, freshName, startDomains } from '../testing/start-domains.ts';

const count = 2_000;
const maxCommandsPerName = 2;
/** Of the list of 5,000 names against one of 50. */
const maxListRatio = 1.3;

let s: TestDomains;
before(async () => {
  s = await startDomains();
});
after(() => s.stop());

/** Of wall time. */
const maxPreviewMs = 2_000;
/** Of wall time without that in which other work had the processor. Service, sandbox, database and test are in one process. */
const maxStoredMs = 20_000;
/** Other work on the machine only adds to a time or ratio, so the lowest of some measurements counts. */
const maxMeasurements = 4;

const listOf = (names: number) =>
  `Domain Name,Expiration Date\n${Array.from({ length: names }, () => `${freshName()},2027-01-01`).join('\n')}`;

test('2,000 names are previewed within 2 seconds and stored within 20, with at most 2 commands per name', async (t) => {
  const list = listOf(count);
  const previewMs = await measurePreview(list);
  const commands = new Map<string, number>();
  const record = ({ commandName }: { commandName: string }) =>
    commands.set(commandName, (commands.get(commandName) ?? 0) + 1);
  const client = serviceContext.store.connection.getClient();
  client.on('commandStarted', record);
  const started = performance.now();
  const startedCpu = process.cpuUsage();
  const startedQueuedMs = readQueuedMs();
  assert.equal((await importList(s, 'ann', list)).accepted, count);
  const storedMs = performance.now() - started;
  const storedCpuMs = cpuMsSince(startedCpu);
  const queuedMs = readQueuedMs() - startedQueuedMs;
  // The relay of their events is part of the cost.
  await s.settle();
  client.off('commandStarted', record);
  const perName = [...commands.values()].reduce((sum, one) => sum + one, 0) / count;
  const times = [previewMs, storedMs, queuedMs, storedCpuMs].map(Math.round);
  t.diagnostic(
    `preview ${times[0]} ms, stored ${times[1]} ms, of which ${times[2]} ms waiting for a processor (${times[3]} ms of CPU), ${perName.toFixed(2)} commands per name: ${JSON.stringify([...commands])}`,
  );
  assert.ok(perName <= maxCommandsPerName, `${perName} commands per name`);
  assert.ok(previewMs <= maxPreviewMs, `preview in ${previewMs} ms`);
  assert.ok(storedMs - queuedMs <= maxStoredMs, `stored in ${storedMs} ms`);
  assert.ok(storedCpuMs <= maxStoredMs, `stored with ${storedCpuMs} ms of CPU`);
});

/** How long this thread has been ready while other work had the processor (proc(5), schedstat); 0 where it is unknown. */
function readQueuedMs(): number {
  try {
    const [, waitedNs = '0'] = readFileSync('/proc/self/schedstat', 'utf8').split(' ');
    return Number(waitedNs) / 1e6;
  } catch {
    return 0;
  }
}

function cpuMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** The shortest of some previews, because other work on the machine only adds to their time. */
async function measurePreview(list: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < maxMeasurements && best > maxPreviewMs; tries++) {
    const started = performance.now();
    assert.equal((await previewList(s, 'ann', list)).accepted, count);
    best = Math.min(best, performance.now() - started);
    await s.settle();
  }
  return best;
}

const page = `query ($sort: DomainSort!) {
  domains(limit: 7, sort: $sort) {
    total pages
    domains {
      id name unicodeName status estimatedValue labels expiresAt verificationRecord actions
      blockedActions { action message }
    }
  }
}`;
const rounds = 150;

const findP95 = (times: number[]) =>
  times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

async function measureRatio(sort: string): Promise<{ ratio: number; line: string }> {
  const times: Record<string, number[]> = { small: [], big: [] };
  for (let round = 0; round < rounds; round++) {
    for (const [accountId, own] of Object.entries(times)) {
      const started = performance.now();
      expectData(await s.as(accountId)(page, { sort }));
      own.push(performance.now() - started);
    }
  }
  const [small, big] = [findP95(times.small ?? []), findP95(times.big ?? [])];
  const line = `${sort}: p95 ${small.toFixed(2)} ms with 50 names, ${big.toFixed(2)} ms with 5,000`;
  return { ratio: big / small, line };
}

test('a page of 5,000 names takes at most 1.3 times as long as one of 50, in every order', async (t) => {
  for (const names of [2_000, 2_000, 1_000]) await importList(s, 'big', listOf(names));
  await importList(s, 'small', listOf(50));
  await s.settle();
  for (const sort of ['ADDED', 'NAME', 'EXPIRY']) {
    let best = Number.POSITIVE_INFINITY;
    for (let count = 0; count < maxMeasurements && best > maxListRatio; count++) {
      const { ratio, line } = await measureRatio(sort);
      t.diagnostic(line);
      best = Math.min(best, ratio);
    }
    assert.ok(best <= maxListRatio, `${sort}: ${best}`);
  }
});

test('5,000 names are exported in reads of 500', async (t) => {
  const started = performance.now();
  const text = await (await getAs(s, 'big', '/domains/export/csv')).text();
  t.diagnostic(`exported in ${Math.round(performance.now() - started)} ms`);
  assert.equal(text.trimEnd().split('\r\n').length, 5_001);
});
