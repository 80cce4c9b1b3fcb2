/** How long a chat message takes from its writing to two hundred watchers, and what an idle socket costs. */

import { setTimeout as pause } from 'node:timers/promises';
import { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { freePort } from '@nameloan/runtime/free-port';
import type { LoanChat } from './chat.ts';
import { agreeOnLoan } from './chat.ts';
import { cpuMsOf } from './cpu.ts';
import type { RetainedMemory } from './inspected.ts';
import { InspectedProcess } from './inspected.ts';
import { median, percentile } from './percentiles.ts';
import type { RunningProduct } from './running-product.ts';
import { startProductForBench } from './running-product.ts';
import { print, printBound } from './say.ts';
import { openSocket } from './socket.ts';

const watchers = 200;
const messagesPerSecond = 20;
const betweenMs = 1000 / messagesPerSecond;
/** So many that the p99 is not the luck of three of them. */
const messages = 1000;
/** Until the engine has compiled what is hot, as in the other benches; what it costs before is not compared. */
const warmUp = 400;
const idleSockets = 2000;
/** No account may hold as much memory as all of them take. */
const idleSubscribers = 40;
const openAtOnce = 50;
const arrivedWithinMs = 30_000;
const untilRestMs = 3000;

const newMessages = `subscription ($id: ID!) { escrowMessageAdded(escrowId: $id) { message createdAt } }`;
const ownNotifications = 'subscription { notificationsChanged { id } }';

interface SubscriptionMessage {
  escrowMessageAdded?: { message: string; createdAt: string };
}

/** Milliseconds from the moment that a message carries, which is before its commit, to each watcher. */
async function watchTalk({ url }: RunningProduct, talk: LoanChat): Promise<number[]> {
  const took: number[] = [];
  const hear = (data: SubscriptionMessage) => {
    const message = data.escrowMessageAdded;
    if (message?.message.startsWith('message'))
      took.push(Date.now() - Date.parse(message.createdAt));
  };
  const tokens = [talk.borrower, talk.lender].map(({ token }) => token ?? '');
  const asked = { query: newMessages, variables: { id: talk.id } };
  const sockets = await Promise.all(
    Array.from({ length: watchers }, (_, at) =>
      openSocket<SubscriptionMessage>(url, { token: tokens[at % 2] ?? '', asked, hear }),
    ),
  );
  const send = (message: string) => talk.lender.post(`/escrow/${talk.id}/message`, { message });
  try {
    // What is subscribed last has its answer to the first message.
    for (let at = 0; at < warmUp; at++) {
      await send(`warm ${at}`);
      await pause(betweenMs / 2);
    }
    const sending: Promise<unknown>[] = [];
    for (let at = 0; at < messages; at++) {
      sending.push(send(`message ${at}`));
      await pause(betweenMs);
    }
    await Promise.all(sending);
    const all = messages * watchers;
    const there = async () => took.length >= all;
    await waitFor('every message at every watcher', there, arrivedWithinMs);
    if (took.length > all) throw new Error(`${took.length - all} messages came twice`);
    return took;
  } finally {
    for (const close of sockets) close();
  }
}

async function benchWatchers(product: RunningProduct): Promise<void> {
  const talk = await agreeOnLoan(product, 'live');
  const before = cpuMsOf(product.pid);
  const took = await watchTalk(product, talk);
  const usedUs = ((cpuMsOf(product.pid) - before) * 1000) / took.length;
  const name = `a chat message to each of ${watchers} watchers, ${messagesPerSecond} a second`;
  print(`${name}, median`, `${Math.round(median(took))} ms`);
  printBound('  p99, milliseconds', percentile(took, 0.99), 20);
  print('  processor time for one message at one watcher, all in', `${Math.round(usedUs)} µs`);
}

async function benchIdleSockets(
  product: RunningProduct,
  inspected: InspectedProcess,
): Promise<void> {
  const people = Array.from({ length: idleSubscribers }, (_, at) => {
    const email = `idle-${at}@bench.nameloan.example`;
    return new Person(product.url, {
      name: `Idle ${at}`,
      email,
      password: 'correct horse battery',
    });
  });
  for (const one of people) await one.register();
  const closes: (() => void)[] = [];
  const openOne = (at: number) =>
    openSocket(product.url, {
      token: people[at % idleSubscribers]?.token ?? '',
      asked: { query: ownNotifications },
      hear: () => undefined,
    });
  const open = async (count: number) => {
    for (let at = 0; at < count; at += openAtOnce) {
      const some = Array.from({ length: openAtOnce }, (_, one) => openOne(at + one));
      closes.push(...(await Promise.all(some)));
    }
    await pause(untilRestMs);
  };
  try {
    // The first ones pay for what all share.
    await open(openAtOnce * 2);
    const before = await inspected.held();
    await open(idleSockets);
    const after = await inspected.held();
    const each = (key: keyof RetainedMemory) => (after[key] - before[key]) / idleSockets;
    printBound(`an idle socket with one subscription, of ${idleSockets}, kB`, each('usedKb'), 25);
    print('  by what the process has of the machine', `${each('residentKb').toFixed(1)} kB`);
  } finally {
    for (const close of closes) close();
  }
}

export async function benchLive(): Promise<void> {
  const port = await freePort();
  const product = await startProductForBench({
    RATE_LIMITS: 'off',
    WEB_DIR: 'off',
    NODE_OPTIONS: `--inspect-port=${port}`,
  });
  try {
    await benchWatchers(product);
    await benchIdleSockets(product, new InspectedProcess(product.pid, port));
  } finally {
    await product.stop();
  }
}
