/** Ended sessions are read when identity signals a change, and every second while signals may be lost. */

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  endedSessionsTopic,
  formatEndedSessions,
  heartbeatMs,
} from '@nameloan/contracts/ended-sessions';
import type { Bus } from '@nameloan/messaging/bus';
import { LocalBus } from '@nameloan/messaging/local-bus';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { createLog } from '@nameloan/runtime/log';
import { Keyring } from '@nameloan/security/keyring';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { until } from '@nameloan/testkit/until';
import { internalSecret, startFakeServices } from '../testing/fake-services.ts';
import { RevocationList } from './revocation-list.ts';

/** The limit of docs/product-rules.md, with a margin for a busy machine. */
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

/** A running replica of identity, which repeats its counter. */
function beating(t: TestContext, bus: Bus, replica = 'one') {
  let count = 0;
  const say = () => bus.publishSignal(endedSessionsTopic, formatEndedSessions({ replica, count }));
  const timer = setInterval(say, heartbeatMs / 2);
  const stop = () => clearInterval(timer);
  t.after(stop);
  say();
  return {
    stop,
    end: (signalled = true) => {
      count++;
      if (signalled) say();
    },
    leave: () => {
      stop();
      bus.publishSignal(endedSessionsTopic, formatEndedSessions({ replica, count: 'left' }));
    },
  };
}

test('while heartbeats arrive the feed is read on changes, not every second', async (t) => {
  const bus = new LocalBus();
  const identity = beating(t, bus);
  const feed = await follow(t, bus);
  await pause(3 * heartbeatMs);
  // Once at the start, and possibly for the first heartbeat.
  assert.ok(feed.reads() <= 2, `${feed.reads()} reads`);
  const before = feed.reads();
  feed.end('signalled');
  identity.end();
  await feed.ends('signalled');
  assert.equal(feed.reads(), before + 1);
});

test('an ended session whose signal is lost is detected by the next counter', async (t) => {
  const bus = new LocalBus();
  const identity = beating(t, bus);
  const feed = await follow(t, bus);
  await pause(heartbeatMs);
  feed.end('lost');
  identity.end(false);
  await feed.ends('lost');
});

test('one silent replica of identity causes a read every second, one that has left does not', async (t) => {
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

test('a failed read of the feed is retried without another signal', async (t) => {
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

test('while the broker is down ended sessions are still detected, and signals resume with it', {
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
