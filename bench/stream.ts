/** The broker's throughput with events of typical size, published like a service does. */

import type { Event } from '@nameloan/contracts/events';
import { serviceNames } from '@nameloan/contracts/platform';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { newId } from '@nameloan/runtime/id';
import { natsMissing } from '@nameloan/testkit/nats';
import { startNatsCluster } from '@nameloan/testkit/nats/nats-cluster';
import { readCpuMs } from './cpu.ts';
import { print } from './print.ts';

const eventCount = 10_000;
const concurrency = 100;
const warmUp = 1000;
const label = `${eventCount.toLocaleString('en-US')} events into one stream`;

function makeEvent(): Event<'lending.message.sent'> {
  const ids = { escrowId: newId(), domainId: newId(), borrowerId: newId(), lenderId: newId() };
  return {
    id: newId(),
    subject: 'lending.message.sent',
    v: 2,
    aggregateId: ids.escrowId,
    aggregateVersion: 1,
    at: new Date().toISOString(),
    data: {
      ...ids,
      domainName: 'example.com',
      messageId: newId(),
      senderId: ids.lenderId,
      recipientIds: [ids.borrowerId],
    },
  };
}

async function publish(bus: NatsBus, count: number): Promise<void> {
  let remaining = count;
  const worker = async () => {
    while (remaining-- > 0) await bus.publish(makeEvent());
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

/** Events per second and CPU of all nodes per event; with `synced` each is on disk before it is acknowledged. */
async function measure(nodes: number, synced: boolean): Promise<void> {
  const cluster = await startNatsCluster(nodes, { synced });
  try {
    const bus = await NatsBus.connect({
      ...{ url: cluster.url, name: 'bench', stream: 'BENCH' },
      ...{ roots: serviceNames, replicas: nodes },
    });
    const cpu = () => cluster.nodes.reduce((sum, node) => sum + readCpuMs(node.pid()), 0);
    await publish(bus, warmUp);
    const before = cpu();
    const startedMs = performance.now();
    await publish(bus, eventCount);
    const seconds = (performance.now() - startedMs) / 1000;
    const microseconds = ((cpu() - before) * 1000) / eventCount;
    await bus.close();
    const when = synced ? 'on disk before each answer' : 'on disk within two minutes';
    print(`${label}, nodes: ${nodes}, ${when}`, `${Math.round(eventCount / seconds)} events/s`);
    print('  CPU of all nodes per event', `${Math.round(microseconds)} µs`);
  } finally {
    await cluster.stop();
  }
}

export async function benchStream(): Promise<void> {
  if (natsMissing) return print(label, `skipped: ${natsMissing}`);
  await measure(1, false);
  await measure(1, true);
  await measure(3, true);
  print('  bytes per event', String(JSON.stringify(makeEvent()).length));
}
