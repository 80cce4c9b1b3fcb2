/** Ended sessions are read when identity says that there is more, and every second while its word may be lost. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  endedSessionsTopic,
  formatEndedSessions,
  heartbeatMs,
} from '@nameloan/contracts/ended-sessions.ts';
import type { Bus } from '@nameloan/service/bus/bus.ts';
import { LocalBus } from '@nameloan/service/bus/local-bus.ts';
import { NatsBus } from '@nameloan/service/bus/nats-bus.ts';
import { Keyring } from '@nameloan/service/keyring.ts';
import { createLog } from '@nameloan/service/log.ts';
import { natsMissing, startTestNats } from '@nameloan/service/testing/nats.ts';
import { until } from '@nameloan/service/testing/until.ts';
import { internalSecret, startFakeServices } from '../testing/fake-services.ts';
import { RevocationList } from './revocation-list.ts';

/** What product.md allows, with room for a busy machine. */
const soonMs = 5_000;

async function follow(t: TestContext, bus: Bus) {
  const ended: { sessionId: string; revokedAt: string }[] = [];
  let [reads, away] = [0, false];
  const feed = () => JSON.stringify({ now: new Date().toISOString(), sessions: ended });
  const services = await startFakeServices(undefined, {
    identity: {
      '/sessions/revoked': () => {
        reads++;
        return away ? { status: 503, body: '{}' } : { status: 200, body: feed() };
      },
    },
  });
  const revoked = new RevocationList({
    url: () => services.get('identity')?.url ?? '',
    keyring: new Keyring(internalSecret),
    bus,
    log: createLog('test', 'silent'),
  });
  await revoked.start();
  t.after(async () => {
    await revoked.stop();
    for (const service of services.values()) await service.stop();
  });
  return {
    revoked,
    reads: () => reads,
    setAway: (set: boolean) => {
      away = set;
    },
    end: (sessionId: string) => {
      ended.push({ sessionId, revokedAt: new Date().toISOString() });
    },
    ends: (sessionId: string) => until(() => revoked.has(sessionId), soonMs),
  };
}

/** A replica of identity that lives: it says its number again and again. */
function beating(t: TestContext, bus: Bus, replica = 'one') {
  let count = 0;
  const say = () => bus.publishSignal(endedSessionsTopic, formatEndedSessions({ replica, count }));
  const timer = setInterval(say, heartbeatMs / 2);
  const stop = () => clearInterval(timer);
  t.after(stop);
  say();
  return {
    stop,
    end: (told = true) => {
      count++;
      if (told) say();
    },
    leave: () => {
      stop();
      bus.publishSignal(endedSessionsTopic, formatEndedSessions({ replica, count: 'left' }));
    },
  };
}

test('while identity is heard the feed is read for what it tells of, and not asked every second', async (t) => {
  const bus = new LocalBus();
  const identity = beating(t, bus);
  const feed = await follow(t, bus);
  await pause(3 * heartbeatMs);
  // At the start, and perhaps for the first word.
  assert.ok(feed.reads() <= 2, `${feed.reads()} reads`);
  const before = feed.reads();
  feed.end('told');
  identity.end();
  await feed.ends('told');
  assert.equal(feed.reads(), before + 1);
});

test('an ending whose signal is lost is known by the next number', async (t) => {
  const bus = new LocalBus();
  const identity = beating(t, bus);
  const feed = await follow(t, bus);
  await pause(heartbeatMs);
  feed.end('lost');
  identity.end(false);
  await feed.ends('lost');
});

test('one silent replica of identity is reason enough to ask every second, one that has left is none', async (t) => {
  const bus = new LocalBus();
  const [silent, leaving] = ['silent', 'leaving'].map((name) => beating(t, bus, name));
  beating(t, bus);
  const feed = await follow(t, bus);
  await pause(heartbeatMs);
  feed.end('there');
  silent?.stop();
  await feed.ends('there');
  leaving?.leave();
  bus.publishSignal(endedSessionsTopic, formatEndedSessions({ replica: 'silent', count: 'left' }));
  await pause(heartbeatMs);
  const before = feed.reads();
  await pause(2 * heartbeatMs);
  assert.equal(feed.reads(), before);
});

test('a feed that could not be read is asked again, though identity tells of nothing more', async (t) => {
  const bus = new LocalBus();
  const identity = beating(t, bus);
  const feed = await follow(t, bus);
  feed.setAway(true);
  feed.end('late');
  const before = feed.reads();
  identity.end();
  await until(() => feed.reads() > before, soonMs);
  feed.setAway(false);
  await feed.ends('late');
});

test('while the broker is away endings are known all the same, and after it they are told again', {
  skip: natsMissing,
}, async (t) => {
  const broker = await startTestNats();
  const connect = (name: string) =>
    NatsBus.connect({ url: broker.url, name, stream: 'REVOKED', roots: ['revoked'] });
  const [ours, theirs] = [await connect('gateway'), await connect('identity')];
  const identity = beating(t, theirs);
  const feed = await follow(t, ours);
  await broker.stop();
  t.after(() => Promise.all([ours.close(), theirs.close()]));
  feed.end('meanwhile');
  identity.end();
  await feed.ends('meanwhile');
  const again = await startTestNats({ port: Number(new URL(broker.url).port) });
  t.after(() => again.stop());
  await until(() => ours.healthy() && theirs.healthy(), 20_000);
  feed.end('after');
  identity.end();
  await feed.ends('after');
});
