/** Replicas that share a durable: a slow one holds a bounded number of events, and the others get the rest. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '@nameloan/contracts/events';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import type { Consumer } from '../bus.ts';
import { NatsBus } from './nats-bus.ts';

const subject = 'payments.balance.changed';
const maxInFlight = 128;
const reported = 1000;

test('a stalled replica holds at most 128 events, and another one handles the rest', {
  skip: natsMissing,
}, async (t) => {
  const nats = await startTestNats();
  t.after(() => nats.stop());
  const open = async (handle: (id: string) => ReturnType<Consumer['handle']>) => {
    const options = { url: nats.url, name: 'test', stream: 'TEST', roots: ['payments'] };
    const bus = await NatsBus.connect(options);
    t.after(() => bus.close());
    await bus.consume({
      name: 'shared',
      subjects: [subject],
      handle: (raw) => handle((raw as Event).id),
    });
    return bus;
  };
  let letOn = () => {};
  const standstill = new Promise<void>((resolve) => (letOn = resolve));
  let beforeStandstill = 80;
  const held = new Set<string>();
  const handled = new Set<string>();
  const bus = await open(async (id) => {
    if (beforeStandstill-- <= 0) {
      held.add(id);
      await standstill;
    }
    handled.add(id);
    return { done: true };
  });
  const publishedEvents = Array.from({ length: reported }, () =>
    makeEvent(subject, { accountId: 'a', availableCents: 1 }, {}),
  );
  await Promise.all(publishedEvents.map((one) => bus.publish(one)));
  // A replica fetches again only when half its capacity is free.
  await until(() => held.size > maxInFlight / 2);
  await open(async (id) => {
    handled.add(id);
    return { done: true };
  });
  await until(() => handled.size + held.size === reported);
  assert.ok(held.size <= maxInFlight, `${held.size} held`);
  letOn();
  await until(() => handled.size === reported);
});
