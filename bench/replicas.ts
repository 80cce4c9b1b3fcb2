/**
 * What a request costs lending with one, two and three replicas, in CPU of all of them: where it stays the same, more
 * replicas on more machines serve as many times more. Two cores suffice to see that.
 */

import { setTimeout as pause } from 'node:timers/promises';
import type { LoanChat } from './chat.ts';
import { agreeOnLoan } from './chat.ts';
import { median } from './percentiles.ts';
import type { Replica } from './replica.ts';
import { natsMissing, startProductOnNats, startReplica } from './replica.ts';
import type { RunningProduct } from './running-product.ts';
import { print, printBound } from './say.ts';
import { seedListings } from './seed/seed.ts';

const maxReplicas = 3;
const rounds = 3;
/** Of one replica: each is as busy as one alone would be. */
const atOnce = 4;
const readsOfRound = 150;
const writesOfRound = 60;
/** A replica that has just begun compiles its code for some hundred requests. */
const warmUp = 300;
const warmWrites = 60;
const idleMs = 4000;
/** More than are written in at once: two messages in one chat conflict, which is not what replicas cost. */
const talkCount = 24;

/** A replica of lending and the gateway that asks it, so that nothing stands between that favours one. */
interface Lane {
  lending: Replica;
  gateway: Replica;
}

type Work = (url: string, at: number) => Promise<void>;

async function openLane(product: RunningProduct): Promise<Lane> {
  const lending = await startReplica('lending', product);
  const gateway = await startReplica('gateway', product, { LENDING_URL: lending.url });
  return { lending, gateway };
}

const read: Work = async (url, at) => {
  const response = await fetch(`${url}/api/listings?limit=12&page=${(at % 400) + 1}`);
  await response.arrayBuffer();
  if (response.status !== 200) throw new Error(`a page answered ${response.status}`);
};

function writeIn(talks: LoanChat[]): Work {
  return async (url, at) => {
    const { id, lender, borrower } = talks[at % talks.length] as LoanChat;
    const token = (at % 2 === 0 ? lender : borrower).token ?? '';
    const response = await fetch(`${url}/api/escrow/${id}/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-token': token },
      body: JSON.stringify({ message: `message ${at}` }),
    });
    await response.arrayBuffer();
    if (response.status !== 201) throw new Error(`a message answered ${response.status}`);
  };
}

const cpuOf = (lanes: Lane[]): number =>
  lanes.reduce((sum, { lending }) => sum + lending.cpuMs(), 0);

/** Milliseconds of a gateway's CPU for one request. */
async function gatewayCost(lane: Lane, { work, count }: Load): Promise<number> {
  const before = lane.gateway.cpuMs();
  await costOf([lane], { work, count, idle: 0 });
  return (lane.gateway.cpuMs() - before) / count;
}

/** Milliseconds of CPU per idle second of lending, averaged over the replicas. */
async function idleCost(lanes: Lane[]): Promise<number> {
  const before = cpuOf(lanes);
  await pause(idleMs);
  return ((cpuOf(lanes) - before) * 1000) / idleMs / lanes.length;
}

/** Milliseconds of lending's CPU for one request, where each replica gets so many; what it uses idle is left out. */
async function costOf(lanes: Lane[], { work, count, idle }: Load): Promise<number> {
  const before = cpuOf(lanes);
  const began = performance.now();
  let next = 0;
  const visit = async ({ gateway }: Lane) => {
    let left = count;
    const worker = async () => {
      while (left-- > 0) await work(gateway.url, next++);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  };
  await Promise.all(lanes.map(visit));
  const seconds = (performance.now() - began) / 1000;
  return (cpuOf(lanes) - before - idle * lanes.length * seconds) / (count * lanes.length);
}

interface Load {
  work: Work;
  /** Of one replica. */
  count: number;
  /** What `idleCost` has found. */
  idle: number;
}

async function compareWork(lanes: Lane[], name: string, load: Load): Promise<void> {
  const costs: number[][] = [];
  for (let round = 0; round < rounds; round++) {
    const row: number[] = [];
    for (let many = 1; many <= lanes.length; many++)
      row.push(await costOf(lanes.slice(0, many), load));
    costs.push(row);
  }
  for (let many = 1; many <= lanes.length; many++) {
    const cost = median(costs.map((row) => row[many - 1] ?? 0));
    print(`${name}, CPU of lending with ${many} of ${many}`, `${cost.toFixed(2)} ms`);
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
    const talks = await Promise.all(
      Array.from({ length: talkCount }, (_, at) => agreeOnLoan(product, `replica-${at}`)),
    );
    for (let at = 0; at < maxReplicas; at++) lanes.push(await openLane(product));
    await costOf(lanes, { work: read, count: warmUp, idle: 0 });
    const idle = await idleCost(lanes);
    print('CPU of an idle replica of lending', `${idle.toFixed(0)} ms/s`);
    await compareWork(lanes, 'a page of listings', { work: read, count: readsOfRound, idle });
    const write = writeIn(talks);
    await costOf(lanes, { work: write, count: warmWrites, idle });
    await compareWork(lanes, 'a chat message', { work: write, count: writesOfRound, idle });
  } finally {
    for (const { gateway, lending } of lanes) {
      await gateway.stop();
      await lending.stop();
    }
    await product.stop();
  }
}
