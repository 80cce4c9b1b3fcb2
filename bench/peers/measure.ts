/** Throughput and CPU time per request of several servers, alternating, so that a drifting machine affects all alike. */

import autocannon from 'autocannon';
import { readCpuMs } from '../cpu.ts';
import { connections, staggerStart } from '../load.ts';
import { median } from '../percentiles.ts';

export interface Contender {
  name: string;
  /** Base URL of the requests. */
  url: string;
  /** Sent one after another. */
  requests: { path: string; method?: 'GET' | 'POST'; body?: string }[];
  headers?: Record<string, string>;
  /** Must be in every response: a server that only rejects quickly is not a reference. */
  expected: string;
  /** Processes whose CPU time counts: gateway and services, not the database. */
  pids: number[];
  databasePid: number;
}

export interface RequestCost {
  perSecond: number;
  /** Microseconds of gateway and services. */
  cpuUs: number;
  databaseUs: number;
  p99Ms: number;
}

/** Until V8 has compiled the hot code of each server. */
const warmUpSeconds = 20;
/**
 * Load before each measurement that is not counted: an idle server releases memory, and its next second costs more than
 * twice as much. docs/scale.md has the cost after idle time.
 */
const leadInSeconds = 2;

async function measureOnce(contender: Contender, seconds: number): Promise<RequestCost> {
  const { name, url, requests, headers = {}, pids, databasePid } = contender;
  const readUsed = () => pids.reduce((sum, pid) => sum + readCpuMs(pid), 0);
  const before = { own: readUsed(), database: readCpuMs(databasePid) };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    ...staggerStart(requests),
  });
  const { average, total } = result.requests;
  if (result.non2xx > 0 || result.errors > 0 || total === 0)
    throw new Error(`${name}: ${result.non2xx} rejections and ${result.errors} errors under load`);
  return {
    perSecond: average,
    cpuUs: ((readUsed() - before.own) / total) * 1000,
    databaseUs: ((readCpuMs(databasePid) - before.database) / total) * 1000,
    p99Ms: result.latency.p99,
  };
}

async function assertResponse({
  name,
  url,
  requests,
  headers = {},
  expected,
}: Contender): Promise<void> {
  for (const { path, method = 'GET', body } of [requests[0], requests.at(-1)].filter(
    (one) => !!one,
  )) {
    const response = await fetch(new URL(path, url), { method, headers, body });
    const text = await response.text();
    if (!text.includes(expected)) throw new Error(`${name} answered ${text.slice(0, 500)}`);
  }
}

/** The medians of each contender, in the same order. */
export async function measureContenders(
  contenders: readonly Contender[],
  { rounds = 5, seconds = 4 } = {},
): Promise<RequestCost[]> {
  for (const one of contenders) await assertResponse(one);
  for (const one of contenders) await measureOnce(one, warmUpSeconds);
  const rows: RequestCost[][] = contenders.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, one] of contenders.entries()) {
      await measureOnce(one, leadInSeconds);
      rows[at]?.push(await measureOnce(one, seconds));
    }
  const medianOf = (row: RequestCost[], key: keyof RequestCost) =>
    median(row.map((one) => one[key]));
  return rows.map((row) => ({
    perSecond: medianOf(row, 'perSecond'),
    cpuUs: medianOf(row, 'cpuUs'),
    databaseUs: medianOf(row, 'databaseUs'),
    p99Ms: medianOf(row, 'p99Ms'),
  }));
}
