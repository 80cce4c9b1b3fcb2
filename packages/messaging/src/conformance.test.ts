/** The conformance test of both buses: at-least-once delivery has exactly one effect, whatever fails. */

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Event } from '@nameloan/contracts/events';
import { Store } from '@nameloan/persistence/store';
import { newId } from '@nameloan/runtime/id';
import { createLog } from '@nameloan/runtime/log';
import type { EventHandlers } from '@nameloan/subgraph/subscribe-events';
import { subscribeToEvents } from '@nameloan/subgraph/subscribe-events';
import type { TestDatabase } from '@nameloan/testkit/database';
import { startTestDatabase } from '@nameloan/testkit/database';
import type { TestNats } from '@nameloan/testkit/nats';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import type { Bus, Stop } from './bus.ts';
import { LocalBus } from './local-bus.ts';
import { NatsBus } from './nats/nats-bus.ts';

type Changed = Event<'payments.balance.changed'>;
const subject = 'payments.balance.changed' as const;
const log = createLog('test', 'silent');
let database: TestDatabase;
let nats: TestNats | undefined;

before(async () => {
  database = await startTestDatabase();
});
after(async () => {
  await database.close();
});

function changed(aggregateId: string, availableCents: number): Changed {
  return makeEvent(
    subject,
    { accountId: 'a', availableCents },
    { aggregateId, version: availableCents },
  );
}

interface AggregateLog {
  id: string;
  version: number;
  /** Amounts in order of arrival, and the highest version, which consumers compare. */
  received: number[];
  newest: number;
}

/** A service with one collection, whose handler adds each event to the row of its aggregate. */
async function openReader(
  bus: Bus,
  options: { name?: string; wrap?: (handler: Handler) => Handler } = {},
) {
  const store = new Store(options.name ?? `reader_${newId().slice(-8)}`);
  const rows = store.defineModel<AggregateLog>('received', {
    label: 'row',
    fields: { version: Number, received: [Number], newest: Number },
  });
  await store.open({ mongoUrl: database.url, database: `${database.prefix}${store.service}` });
  const plain: Handler = async (event, tx) => {
    const row = await rows.find(event.aggregateId, tx);
    const amount = event.data.availableCents;
    const newest = Math.max(row?.newest ?? 0, event.aggregateVersion);
    if (!row) await rows.add({ id: event.aggregateId, version: 1, received: [amount], newest }, tx);
    else await rows.update(row, { ...row, received: [...row.received, amount], newest }, tx);
  };
  const handlers: EventHandlers = { [subject]: options.wrap?.(plain) ?? plain };
  const stop: Stop = await subscribeToEvents(store, bus, { handlers, log });
  return {
    store,
    received: async (id: string) => (await rows.find(id))?.received ?? [],
    newest: async (id: string) => (await rows.find(id))?.newest,
    buried: () => store.connection.collection('dead_letters').countDocuments(),
    stop: async () => {
      await stop();
      await store.close();
    },
  };
}
type Handler = NonNullable<EventHandlers[typeof subject]>;

/** Handlers that wait until they are released. */
function holdHandlers() {
  let letOn = () => {};
  const held = new Promise<void>((resolve) => (letOn = resolve));
  const wrap = (handler: Handler): Handler => {
    return async (event, tx) => {
      await held;
      return handler(event, tx);
    };
  };
  return { wrap, letOn: () => letOn() };
}

const buses: { name: string; missing: string | false; make: () => Promise<Bus> }[] = [
  { name: 'the bus inside one process', missing: false, make: async () => new LocalBus() },
  {
    name: 'NATS JetStream',
    missing: natsMissing,
    make: async () => {
      nats = await startTestNats();
      return NatsBus.connect({ url: nats.url, name: 'test', stream: 'TEST', roots: ['payments'] });
    },
  },
];

for (const { name, missing, make } of buses) {
  describe(name, { skip: missing }, () => {
    let bus: Bus;
    beforeEach(async () => {
      bus = await make();
    });
    afterEach(async () => {
      await bus.close();
      await nats?.stop();
    });

    test('a duplicate has one effect', async () => {
      const reader = await openReader(bus);
      const event = changed(newId(), 1);
      const last = changed(event.aggregateId, 2);
      await Promise.all([bus.publish(event), bus.publish(event)]);
      await bus.publish(event);
      await bus.publish(last);
      await until(async () => (await reader.received(event.aggregateId)).includes(2));
      assert.deepEqual(await reader.received(event.aggregateId), [1, 2]);
      await reader.stop();
    });

    test('a handler that fails twice succeeds the third time, once', async () => {
      let attempts = 0;
      const reader = await openReader(bus, {
        wrap: (handler) => async (event, tx) => {
          await handler(event, tx);
          if (event.aggregateId === flaky.aggregateId && ++attempts < 3)
            throw new Error('on purpose');
        },
      });
      const flaky = changed(newId(), 7);
      await bus.publish(flaky);
      await until(async () => (await reader.received(flaky.aggregateId)).length > 0);
      assert.deepEqual(await reader.received(flaky.aggregateId), [7]);
      assert.equal(attempts, 3);
      await reader.stop();
    });

    test('a consumer has caught up when all events are handled, not when they are delivered', async () => {
      const { wrap, letOn } = holdHandlers();
      const reader = await openReader(bus, { wrap });
      const { service } = reader.store;
      assert.equal(await bus.caughtUp(service), true);
      const event = changed(newId(), 1);
      const published = bus.publish(event);
      await until(async () => !(await bus.caughtUp(service)));
      letOn();
      await published;
      await until(() => bus.caughtUp(service));
      assert.deepEqual(await reader.received(event.aggregateId), [1]);
      await reader.stop();
    });

    test('a crash between effect and ack repeats the delivery, not the effect', async () => {
      const deliveries: number[] = [];
      const crashing: Bus = Object.create(bus, {
        consume: {
          value: (consumer: Parameters<Bus['consume']>[0]) =>
            bus.consume({
              ...consumer,
              handle: async (raw, attempt) => {
                const verdict = await consumer.handle(raw, attempt);
                if ((raw as Changed).aggregateId !== event.aggregateId) return verdict;
                deliveries.push(attempt);
                // The effect is committed, but the process crashes before the ack.
                return attempt === 1 ? { retryInMs: 50 } : verdict;
              },
            }),
        },
      });
      const event = changed(newId(), 3);
      const reader = await openReader(crashing);
      await bus.publish(event);
      await until(async () => deliveries.length >= 2);
      assert.deepEqual(deliveries, [1, 2]);
      assert.deepEqual(await reader.received(event.aggregateId), [3]);
      await reader.stop();
    });

    test('a poison message becomes a dead letter and delays nothing', async () => {
      const reader = await openReader(bus);
      const good = changed(newId(), 1);
      const poison = { ...changed(good.aggregateId, 1), data: { availableCents: 'much' } };
      await bus.publish(poison as never);
      await bus.publish(good);
      await until(async () => (await reader.received(good.aggregateId)).length > 0);
      await until(async () => (await reader.buried()) > 0);
      assert.deepEqual(await reader.received(good.aggregateId), [1]);
      assert.equal(await reader.buried(), 1);
      await reader.stop();
    });

    test('two consumers of one service share the work without duplicates', async () => {
      const service = `shared_${newId().slice(-8)}`;
      const observed = [0, 0];
      const count =
        (place: number) =>
        (handler: Handler): Handler =>
        async (event, tx) => {
          observed[place] = (observed[place] ?? 0) + 1;
          await handler(event, tx);
        };
      const one = await openReader(bus, { name: service, wrap: count(0) });
      const two = await openReader(bus, { name: service, wrap: count(1) });
      const ids = Array.from({ length: 40 }, () => newId());
      await Promise.all(ids.map((id) => bus.publish(changed(id, 1))));
      await until(async () =>
        (await Promise.all(ids.map((id) => one.received(id)))).every((row) => row.length > 0),
      );
      for (const id of ids) assert.deepEqual(await one.received(id), [1]);
      assert.ok((observed[0] ?? 0) > 0 && (observed[1] ?? 0) > 0, `shared ${observed}`);
      await one.stop();
      await two.stop();
    });

    test('events of one loan arrive in publishing order between those of others', async () => {
      const reader = await openReader(bus);
      const loan = newId();
      const order = Array.from({ length: 60 }, (_, index) => index + 1);
      await Promise.all(
        order.flatMap((amount) => [
          bus.publish(changed(loan, amount)),
          bus.publish(changed(newId(), amount)),
        ]),
      );
      await until(async () => (await reader.received(loan)).length === order.length);
      assert.deepEqual(await reader.received(loan), order);
      await reader.stop();
    });

    test('two replicas handle every event of a loan once, in any order, and end with the highest version', async () => {
      const service = `replicas_${newId().slice(-8)}`;
      const loan = newId();
      let first = true;
      const failing = (handler: Handler): Handler => {
        return async (event, tx) => {
          await handler(event, tx);
          if (event.aggregateVersion === 1 && first) {
            first = false;
            throw new Error('on purpose');
          }
        };
      };
      const open = () => openReader(bus, { name: service, wrap: failing });
      const readers = [await open(), await open()] as const;
      const order = Array.from({ length: 30 }, (_, index) => index + 1);
      await Promise.all(order.map((amount) => bus.publish(changed(loan, amount))));
      await until(async () => (await readers[0].received(loan)).length === order.length);
      const received = await readers[0].received(loan);
      assert.notEqual(received[0], 1, 'what failed once came later');
      assert.deepEqual([received.length, new Set(received)], [30, new Set(order)]);
      assert.equal(await readers[0].newest(loan), 30);
      for (const reader of readers) await reader.stop();
    });

    test('the lag of a consumer is known, and undefined for one that reads nothing', async () => {
      const { wrap, letOn } = holdHandlers();
      const reader = await openReader(bus, { wrap });
      const { service } = reader.store;
      assert.equal(await bus.lag(service), 0);
      const published = [1, 2, 3].map((amount) => bus.publish(changed(newId(), amount)));
      await until(async () => (await bus.lag(service)) === 3);
      letOn();
      await Promise.all(published);
      await until(async () => (await bus.lag(service)) === 0);
      assert.equal(await bus.lag('nobody'), undefined);
      await reader.stop();
    });

    test('a request gets its reply or the handler’s error, and a timeout is reported', async () => {
      const echo = async (payload: unknown) => ({ echo: payload });
      const stop = await bus.handleRequests('payments.balance', echo);
      assert.deepEqual(await bus.request('payments.balance', { a: 1 }, 2000), { echo: { a: 1 } });
      await stop();
      await assert.rejects(bus.request('payments.balance', {}, 300), { name: 'BusUnavailable' });
    });

    test('a change signal reaches every subscriber of its topic and no other', async () => {
      const received: string[] = [];
      const stops = [
        await bus.subscribe('live.escrow.a', (signal) => received.push(`one ${signal.what}`)),
        await bus.subscribe('live.escrow.a', (signal) => received.push(`two ${signal.what}`)),
        await bus.subscribe('live.escrow.b', () => received.push('wrong')),
      ];
      bus.publishSignal('live.escrow.a', { what: 'changed' });
      await until(async () => received.length >= 2);
      for (const stop of stops) await stop();
      assert.deepEqual(received.toSorted(), ['one changed', 'two changed']);
    });
  });
}
