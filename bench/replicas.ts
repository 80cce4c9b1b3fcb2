/**
 * Lending's CPU time per request with one, two and three replicas. If it stays constant, throughput grows with the number
 * of machines, so two cores are enough to measure it.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { LoanChat } from './chat.ts';
import { agreeOnLoan } from './chat.ts';
import { median } from './percentiles.ts';
import { print, printBound } from './print.ts';
import type { Replica } from './replica.ts';
import { natsMissing, startProductOnNats, startReplica } from './replica.ts';
import type { RunningProduct } from './running-product.ts';
import { seedListings } from './seed/seed.ts';

const maxReplicas = 3;
const rounds = 3;
/** Concurrent requests per replica, so that each is as busy as a single one. */
const concurrency = 4;
const readsPerRound = 150;
const writesPerRound = 60;
/** A new replica compiles its code during the first few hundred requests. */
const warmUp = 300;
const warmUpWrites = 60;
const idleMs = 4000;
/** More chats than concurrent writes, because two messages in one chat conflict. */
const chatCount = 24;

/** A replica of lending with its own gateway, so that no load balancer prefers one replica. */
interface Lane {
  lending: Replica;
  gateway: Replica;
}

type SendRequest = (url: string, at: number) => Promise<void>;

async function openLane(product: RunningProduct): Promise<Lane> {
  const lending = await startReplica('lending', product);
  const gateway = await startReplica('gateway', product, { LENDING_URL: lending.url });
  return { lending, gateway };
}

const readPage: SendRequest = async (url, at) => {
  const response = await fetch(`${url}/api/listings?limit=12&page=${(at % 400) + 1}`);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`a page returned status ${response.status}`);
};

function createWriter(chats: LoanChat[]): SendRequest {
  return async (url, at) => {
    const { id, lender, borrower } = chats[at % chats.length] as LoanChat;
    const token = (at % 2 === 0 ? lender : borrower).token ?? '';
    const response = await fetch(`${url}/api/escrow/${id}/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-token': token },
      body: JSON.stringify({ message: `message ${at}` }),
    });
    await response.arrayBuffer();
    if (response.status !== 201) throw new Error(`a message returned status ${response.status}`);
  };
}

const readLendingCpuMs = (lanes: Lane[]): number =>
  lanes.reduce((sum, { lending }) => sum + lending.cpuMs(), 0);

/** CPU milliseconds of a gateway per request. */
async function gatewayCost(lane: Lane, { send, count }: Load): Promise<number> {
  const before = lane.gateway.cpuMs();
  await requestCost([lane], { send, count, idle: 0 });
  return (lane.gateway.cpuMs() - before) / count;
}

/** CPU milliseconds of an idle replica of lending per second. */
async function idleCost(lanes: Lane[]): Promise<number> {
  const before = readLendingCpuMs(lanes);
  await pause(idleMs);
  return ((readLendingCpuMs(lanes) - before) * 1000) / idleMs / lanes.length;
}

/** CPU milliseconds of lending per request, without the idle cost; each replica gets `count` requests. */
async function requestCost(lanes: Lane[], { send, count, idle }: Load): Promise<number> {
  const before = readLendingCpuMs(lanes);
  const startedMs = performance.now();
  let next = 0;
  const loadLane = async ({ gateway }: Lane) => {
    let remaining = count;
    const worker = async () => {
      while (remaining-- > 0) await send(gateway.url, next++);
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  };
  await Promise.all(lanes.map(loadLane));
  const seconds = (performance.now() - startedMs) / 1000;
  return (
    (readLendingCpuMs(lanes) - before - idle * lanes.length * seconds) / (count * lanes.length)
  );
}

interface Load {
  send: SendRequest;
  /** Requests per replica. */
  count: number;
  /** Result of `idleCost`. */
  idle: number;
}

async function compareWork(lanes: Lane[], name: string, load: Load): Promise<void> {
  const costs: number[][] = [];
  for (let round = 0; round < rounds; round++) {
    const row: number[] = [];
    for (let replicas = 1; replicas <= lanes.length; replicas++)
      row.push(await requestCost(lanes.slice(0, replicas), load));
    costs.push(row);
  }
  for (let replicas = 1; replicas <= lanes.length; replicas++) {
    const cost = median(costs.map((row) => row[replicas - 1] ?? 0));
    print(`${name}, CPU of lending with ${replicas} replicas`, `${cost.toFixed(2)} ms`);
  }
  const [first] = lanes;
  if (first) print('  CPU of the gateway', `${(await gatewayCost(first, load)).toFixed(2)} ms`);
  const ratio = median(costs.map((row) => (row.at(-1) ?? 0) / (row[0] ?? 1)));
  printBound(`  ratio of ${lanes.length} to 1`, ratio, 1.3);
}

export async function benchReplicas(): Promise<void> {
  const product = await startProductOnNats();
  if (!product) return print('a request with 1, 2 and 3 replicas of lending', natsMissing);
  const lanes: Lane[] = [];
  try {
    await seedListings(product.mongo);
    const chats = await Promise.all(
      Array.from({ length: chatCount }, (_, at) => agreeOnLoan(product, `replica-${at}`)),
    );
    for (let at = 0; at < maxReplicas; at++) lanes.push(await openLane(product));
    await requestCost(lanes, { send: readPage, count: warmUp, idle: 0 });
    const idle = await idleCost(lanes);
    print('CPU of an idle replica of lending', `${idle.toFixed(0)} ms/s`);
    await compareWork(lanes, 'a page of listings', { send: readPage, count: readsPerRound, idle });
    const write = createWriter(chats);
    await requestCost(lanes, { send: write, count: warmUpWrites, idle });
    await compareWork(lanes, 'a chat message', { send: write, count: writesPerRound, idle });
  } finally {
    for (const { gateway, lending } of lanes) {
      await gateway.stop();
      await lending.stop();
    }
    await product.stop();
  }
}
