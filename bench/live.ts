/** Delivery time of a chat message to two hundred subscribers, and the memory of an idle socket. */

import { setTimeout as pause } from 'node:timers/promises';
import { Person } from '@nameloan/driver/person';
import { waitFor } from '@nameloan/driver/sandbox-client';
import { freePort } from '@nameloan/runtime/free-port';
import type { LoanChat } from './chat.ts';
import { agreeOnLoan } from './chat.ts';
import { readCpuMs } from './cpu.ts';
import type { RetainedMemory } from './inspected-process.ts';
import { InspectedProcess } from './inspected-process.ts';
import { median, percentile } from './percentiles.ts';
import { print, printBound } from './print.ts';
import type { RunningProduct } from './running-product.ts';
import { startProductForBench } from './running-product.ts';
import { openSocket } from './socket.ts';

const subscribers = 200;
const messagesPerSecond = 20;
const sendIntervalMs = 1000 / messagesPerSecond;
/** Enough for a stable p99. */
const messages = 1000;
/** Until V8 has compiled the hot code, as in the other benchmarks. */
const warmUp = 400;
const idleSockets = 2000;
/** Several accounts, because all sockets together exceed the memory limit of one. */
const idleSubscribers = 40;
const openConcurrency = 50;
const deliveryDeadlineMs = 30_000;
const settleMs = 3000;

const newMessages = `subscription ($id: ID!) { escrowMessageAdded(escrowId: $id) { message createdAt } }`;
const ownNotifications = 'subscription { notificationsChanged { id } }';

interface SubscriptionMessage {
  escrowMessageAdded?: { message: string; createdAt: string };
}

/** Milliseconds from a message's `createdAt`, which is before its commit, until each subscriber has it. */
async function measureDelivery({ url }: RunningProduct, chat: LoanChat): Promise<number[]> {
  const latencies: number[] = [];
  const onData = (data: SubscriptionMessage) => {
    const message = data.escrowMessageAdded;
    if (message?.message.startsWith('message'))
      latencies.push(Date.now() - Date.parse(message.createdAt));
  };
  const tokens = [chat.borrower, chat.lender].map(({ token }) => token ?? '');
  const subscription = { query: newMessages, variables: { id: chat.id } };
  const sockets = await Promise.all(
    Array.from({ length: subscribers }, (_, at) =>
      openSocket<SubscriptionMessage>(url, { token: tokens[at % 2] ?? '', subscription, onData }),
    ),
  );
  const send = (message: string) => chat.lender.post(`/escrow/${chat.id}/message`, { message });
  try {
    // The last subscriptions become active during the warm-up.
    for (let at = 0; at < warmUp; at++) {
      await send(`warm ${at}`);
      await pause(sendIntervalMs / 2);
    }
    const sending: Promise<unknown>[] = [];
    for (let at = 0; at < messages; at++) {
      sending.push(send(`message ${at}`));
      await pause(sendIntervalMs);
    }
    await Promise.all(sending);
    const expected = messages * subscribers;
    const delivered = async () => latencies.length >= expected;
    await waitFor('every message at every subscriber', delivered, deliveryDeadlineMs);
    if (latencies.length > expected)
      throw new Error(`${latencies.length - expected} messages were delivered twice`);
    return latencies;
  } finally {
    for (const close of sockets) close();
  }
}

async function benchSubscribers(product: RunningProduct): Promise<void> {
  const chat = await agreeOnLoan(product, 'live');
  const before = readCpuMs(product.pid);
  const latencies = await measureDelivery(product, chat);
  const usedUs = ((readCpuMs(product.pid) - before) * 1000) / latencies.length;
  const name = `a chat message to each of ${subscribers} subscribers, ${messagesPerSecond} per second`;
  print(`${name}, median`, `${Math.round(median(latencies))} ms`);
  printBound('  p99, milliseconds', percentile(latencies, 0.99), 20);
  print('  CPU time for one message to one subscriber, in total', `${Math.round(usedUs)} µs`);
}

async function benchIdleSockets(
  product: RunningProduct,
  inspected: InspectedProcess,
): Promise<void> {
  const persons = Array.from({ length: idleSubscribers }, (_, at) => {
    const email = `idle-${at}@bench.nameloan.example`;
    return new Person(product.url, {
      name: `Idle ${at}`,
      email,
      password: 'correct horse battery',
    });
  });
  for (const one of persons) await one.register();
  const closes: (() => void)[] = [];
  const openOne = (at: number) =>
    openSocket(product.url, {
      token: persons[at % idleSubscribers]?.token ?? '',
      subscription: { query: ownNotifications },
      onData: () => undefined,
    });
  const open = async (count: number) => {
    for (let at = 0; at < count; at += openConcurrency) {
      const some = Array.from({ length: openConcurrency }, (_, one) => openOne(at + one));
      closes.push(...(await Promise.all(some)));
    }
    await pause(settleMs);
  };
  try {
    // The first sockets allocate what all sockets share.
    await open(openConcurrency * 2);
    const before = await inspected.readRetained();
    await open(idleSockets);
    const after = await inspected.readRetained();
    const each = (key: keyof RetainedMemory) => (after[key] - before[key]) / idleSockets;
    printBound(`an idle socket with one subscription, of ${idleSockets}, kB`, each('usedKb'), 25);
    print('  by resident memory of the process', `${each('residentKb').toFixed(1)} kB`);
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
    await benchSubscribers(product);
    await benchIdleSockets(product, new InspectedProcess(product.pid, port));
  } finally {
    await product.stop();
  }
}
