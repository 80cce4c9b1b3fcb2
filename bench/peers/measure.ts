/** Requests a second and processor time of a request, of several servers in turn, so that a drifting machine harms all alike. */

import autocannon from 'autocannon';
import { cpuMsOf } from '../cpu.ts';
import { connections, staggerStart } from '../load.ts';
import { median } from '../percentiles.ts';

export interface Contender {
  name: string;
  /** With the path of the first request where there are no `requests`. */
  url: string;
  /** Sent in turn. */
  requests: { path: string; method?: 'GET' | 'POST'; body?: string }[];
  headers?: Record<string, string>;
  /** Must be in every response: a server that only rejects quickly is not a reference. */
  expects: string;
  /** Whose processor time counts: gateway and services, not the database. */
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

/** Until the engine has compiled what is hot, in each of them. */
const warmUpSeconds = 20;
/**
 * Before each turn, not counted: while the others have theirs the engine gives memory back, and the first second after
 * costs more than twice as much. Steady load is compared; docs/scale.md has the cost after an idle time.
 */
const leadInSeconds = 2;

async function once(contender: Contender, seconds: number): Promise<RequestCost> {
  const { name, url, requests, headers = {}, pids, databasePid } = contender;
  const used = () => pids.reduce((sum, pid) => sum + cpuMsOf(pid), 0);
  const before = { own: used(), database: cpuMsOf(databasePid) };
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers,
    ...staggerStart(requests),
  });
  const { average, total } = result.requests;
  if (result.non2xx > 0 || result.errors > 0 || total === 0)
    throw new Error(`${name}: ${result.non2xx} refusals and ${result.errors} errors under load`);
  return {
    perSecond: average,
    cpuUs: ((used() - before.own) / total) * 1000,
    databaseUs: ((cpuMsOf(databasePid) - before.database) / total) * 1000,
    p99Ms: result.latency.p99,
  };
}

async function check({ name, url, requests, headers = {}, expects }: Contender): Promise<void> {
  for (const { path, method = 'GET', body } of [requests[0], requests.at(-1)].filter(
    (one) => !!one,
  )) {
    const answer = await fetch(new URL(path, url), { method, headers, body });
    const text = await answer.text();
    if (!text.includes(expects)) throw new Error(`${name} answered ${text.slice(0, 500)}`);
  }
}

/** The medians of each, in their order. */
export async function measureContenders(
  contenders: readonly Contender[],
  { rounds = 5, seconds = 4 } = {},
): Promise<RequestCost[]> {
  for (const one of contenders) await check(one);
  for (const one of contenders) await once(one, warmUpSeconds);
  const rows: RequestCost[][] = contenders.map(() => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, one] of contenders.entries()) {
      await once(one, leadInSeconds);
      rows[at]?.push(await once(one, seconds));
    }
  const middle = (row: RequestCost[], key: keyof RequestCost) => median(row.map((one) => one[key]));
  return rows.map((row) => ({
    perSecond: middle(row, 'perSecond'),
    cpuUs: middle(row, 'cpuUs'),
    databaseUs: middle(row, 'databaseUs'),
    p99Ms: middle(row, 'p99Ms'),
  }));
}
