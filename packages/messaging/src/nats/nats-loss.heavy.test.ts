/** Failures of a real broker: killed, data lost, slow consumers, gone during close. */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Event } from '@nameloan/contracts/events';
import { newId } from '@nameloan/runtime/id';
import type { TestNats } from '@nameloan/testkit/nats';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import { NatsBus } from './nats-bus.ts';

const subject = 'payments.balance.changed' as const;
type Changed = Event<typeof subject>;

function changed(aggregateId: string, availableCents: number): Changed {
  return makeEvent(subject, { accountId: 'a', availableCents }, { aggregateId });
}

/** Retries until the broker has stored it, as the outbox does. */
async function publishAtLast(bus: NatsBus, event: Changed): Promise<void> {
  for (let attempts = 0; attempts < 100; attempts++) {
    try {
      return await bus.publish(event);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  throw new Error('it was never stored');
}

describe('failures of NATS JetStream', { skip: natsMissing }, () => {
  let folder: string;
  let nats: TestNats;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nameloan-nats-'));
    nats = await startTestNats({ folder: join(folder, 'a') });
  });
  after(async () => {
    await nats.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const connect = (ackWaitMs = 900) =>
    NatsBus.connect({
      url: nats.url,
      name: 'test',
      stream: 'TEST',
      roots: ['payments'],
      ackWaitMs,
    });
  const port = () => Number(new URL(nats.url).port);

  test('a message that waits behind a slow one of its loan is not redelivered', async () => {
    const bus = await connect(4000);
    const observed: string[] = [];
    const stop = await bus.consume({
      name: 'slow',
      subjects: [subject],
      handle: async (raw, attempt) => {
        const cents = (raw as Changed).data.availableCents;
        observed.push(`${cents} try ${attempt}`);
        if (cents === 1) await new Promise((resolve) => setTimeout(resolve, 9000));
        return { done: true };
      },
    });
    const loan = newId();
    for (const cents of [1, 2, 3]) await bus.publish(changed(loan, cents));
    await until(() => observed.length >= 3);
    await bus.publish(changed(loan, 4));
    await until(() => observed.some((one) => one.startsWith('4')));
    assert.deepEqual(observed, ['1 try 1', '2 try 1', '3 try 1', '4 try 1']);
    await stop();
    await bus.close();
  });

  test('events flow again after the broker was killed, and after it lost all data', async () => {
    const bus = await connect();
    const observed: number[] = [];
    const stop = await bus.consume({
      name: 'flow',
      subjects: [subject],
      handle: async (raw) => {
        observed.push((raw as Changed).data.availableCents);
        return { done: true };
      },
    });
    for (const [life, data] of ['a', 'b'].entries()) {
      await nats.kill();
      await until(() => !bus.healthy());
      nats = await startTestNats({ folder: join(folder, data), port: port() });
      await until(() => bus.healthy());
      await publishAtLast(bus, changed(newId(), 100 + life));
      await until(() => observed.includes(100 + life));
    }
    await stop();
    await bus.close();
  });

  test('a subscriber gets `missed` once when signals may have been lost, and stays subscribed', async () => {
    const bus = await connect();
    const received: string[] = [];
    const stop = await bus.subscribe('live.escrow.one', ({ what }) => received.push(what));
    const stopOther = await bus.subscribe('live.escrow.two', () =>
      received.push('of another topic'),
    );
    await stopOther();
    await nats.kill();
    await until(() => !bus.healthy());
    nats = await startTestNats({ folder: join(folder, 'b'), port: port() });
    await until(() => received.length > 0);
    bus.publishSignal('live.escrow.one', { what: 'changed' });
    await until(() => received.length > 1);
    assert.deepEqual(received, ['missed', 'changed']);
    await stop();
    await bus.close();
  });

  test('a server that starts later is waited for, which is logged once', async () => {
    const { url } = nats;
    await nats.kill();
    const logged: string[] = [];
    const connecting = NatsBus.connect({
      url,
      name: 'early',
      stream: 'TEST',
      roots: ['payments'],
      onWaiting: (reason) => logged.push(reason),
    });
    await until(() => logged.length > 0);
    nats = await startTestNats({ folder: join(folder, 'b'), port: port() });
    const bus = await connecting;
    assert.equal(bus.healthy(), true);
    assert.equal(logged.length, 1);
    await bus.close();
  });

  test('closing does not wait for a broker that is gone', async () => {
    const bus = await connect();
    await nats.kill();
    await until(() => !bus.healthy());
    const started = Date.now();
    await bus.close();
    assert.ok(Date.now() - started < 6000);
    nats = await startTestNats({ folder: join(folder, 'b'), port: port() });
  });
});
