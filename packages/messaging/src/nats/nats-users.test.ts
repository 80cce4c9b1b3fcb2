/** The broker's users at a real broker: each does its work, and nothing of another's. */

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Event } from '@nameloan/contracts/events';
import { serviceNames } from '@nameloan/contracts/platform';
import { requesters, requests } from '@nameloan/contracts/requests';
import { natsMissing } from '@nameloan/testkit/nats';
import type { NatsWithUsers } from '@nameloan/testkit/nats/nats-users';
import { startNatsWithUsers } from '@nameloan/testkit/nats/nats-users';
import { makeEvent } from '@nameloan/testkit/service/test-service';
import { until } from '@nameloan/testkit/until';
import { AckPolicy, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connect } from '@nats-io/transport-node';
import { BusUnavailable } from '../bus.ts';
import { isDenied, requestChange } from './broker-change.ts';
import { brokerUsers, migrationUser } from './broker-users.ts';
import { ensureLimitsBucket } from './limits-bucket.ts';
import { NatsBus } from './nats-bus.ts';
import { prepareBroker } from './prepare-broker.ts';

const stream = 'NAMELOAN';
const allUsers = brokerUsers().map(({ name }) => name);
const forged = () =>
  makeEvent('identity.account.changed', { accountId: 'mallory', operator: true }, {});

describe('users of a real broker', { skip: natsMissing }, () => {
  let nats: NatsWithUsers;
  const buses = new Map<string, NatsBus>();
  const connections: NatsConnection[] = [];
  before(async () => {
    nats = await startNatsWithUsers();
    for (const name of [...serviceNames, 'gateway']) buses.set(name, await open(name));
  });
  after(async () => {
    await Promise.all(connections.map((one) => one.close()));
    await Promise.all([...buses.values()].map((one) => one.close()));
    await nats?.stop();
  });

  const open = (name: string) =>
    NatsBus.connect({
      url: nats.url,
      login: nats.loginOf(name),
      name,
      stream,
      roots: serviceNames,
      checkIntervalMs: 200,
    });

  const bus = (name: string) => buses.get(name) as NatsBus;

  /** A client that an attacker runs with the login of one component. */
  async function attack(user: string): Promise<NatsConnection> {
    const { password } = nats.loginOf(user);
    const inbox = { inboxPrefix: `_INBOX.${user}` };
    const connection = await connect({ servers: nats.url, user, pass: password, ...inbox });
    connections.push(connection);
    return connection;
  }

  /** Whether the broker rejects a request to the subject for lack of permission. */
  const denies = (connection: NatsConnection, subject: string) =>
    assert.rejects(connection.request(subject, '', { timeout: 3000 }), isDenied, subject);

  async function read(name: string, subjects: string[]) {
    const got: unknown[] = [];
    const stop = await bus(name).consume({
      name,
      subjects,
      handle: async (raw) => {
        got.push(raw);
        return { done: true };
      },
    });
    return { got, ids: () => got.map((raw) => (raw as Event).id), stop };
  }

  test('only identity publishes its events', async () => {
    const { ids, stop } = await read('domains', ['identity.account.changed']);
    for (const name of allUsers.filter((one) => one !== 'identity')) {
      const connection = await attack(name);
      const publish = connection.request('identity.account.changed', JSON.stringify(forged()));
      await assert.rejects(publish, isDenied, name);
    }
    await assert.rejects(bus('lending').publish(forged()), BusUnavailable);
    const genuine = forged();
    await bus('identity').publish(genuine);
    await until(() => ids().length > 0);
    assert.deepEqual(ids(), [genuine.id]);
    await stop();
  });

  test('an event of identity inside a message of another subject is not read as one', async () => {
    const { got, stop } = await read('notifications', ['lending.offer.accepted']);
    const inside = forged();
    const lending = await attack('lending');
    await lending.request('lending.offer.accepted', JSON.stringify(inside));
    await until(() => got.length > 0);
    assert.ok('unreadable' in (got[0] as object));
    assert.ok(!('subject' in (got[0] as object)));
    await stop();
  });

  test('each service sends and handles its own requests, and no others', async () => {
    for (const name of serviceNames) {
      const connection = await attack(name);
      for (const subject of Object.keys(requests) as (keyof typeof requests)[]) {
        const handled: string[] = [];
        const own = subject.startsWith(`${name}.`);
        const subscription = connection.subscribe(`ask.${subject}`, {
          callback: (error) => void (error && handled.push('denied')),
        });
        await connection.flush();
        if (own) assert.deepEqual(handled, [], `${name} handles ${subject}`);
        else await until(() => handled.length > 0);
        subscription.unsubscribe();
        if (!requesters[subject].includes(name)) await denies(connection, `ask.${subject}`);
      }
    }
    const stop = await bus('payments').handleRequests('payments.hold', async () => 'held');
    assert.equal(await bus('domains').request('payments.hold', {}, 3000), 'held');
    await assert.rejects(bus('lending').request('payments.hold', {}, 3000), BusUnavailable);
    await stop();
  });

  test('a reply goes to inboxes only, and no one publishes or reads those of others', async () => {
    const seen: unknown[] = [];
    const stop = await bus('identity').handleRequests('identity.account', async (asked) => {
      seen.push(asked);
      return {};
    });
    const lending = await attack('lending');
    const purge = `$JS.API.STREAM.PURGE.${stream}`;
    lending.publish('ask.identity.account', '{"to":"purge"}', { reply: purge });
    await denies(lending, '_INBOX.domains.x');
    const rejected: unknown[] = [];
    lending.subscribe('_INBOX.domains.>', { callback: (error) => void rejected.push(error) });
    await until(() => rejected.length > 0);
    await bus('lending').request('identity.account', { to: 'inbox' }, 3000);
    assert.deepEqual(seen, [{ to: 'inbox' }]);
    await stop();
  });

  test('no component deletes, purges or changes the stream, or reads it past its durable', async () => {
    const changes = ['UPDATE', 'CREATE', 'MSG.GET'];
    const endings = ['DELETE', 'PURGE', 'MSG.DELETE', 'SNAPSHOT', 'RESTORE', 'LEADER.STEPDOWN'];
    for (const name of allUsers.filter((one) => one !== migrationUser)) {
      const connection = await attack(name);
      for (const one of [...endings, ...(name === 'identity' ? [] : changes)])
        await denies(connection, `$JS.API.STREAM.${one}.${stream}`);
      await denies(connection, '$JS.API.STREAM.CREATE.OTHER');
    }
  });

  test('no service reads, acknowledges, creates or removes the durable of another', async () => {
    const { stop } = await read('payments', ['identity.account.changed']);
    await stop();
    const lending = await attack('lending');
    const durables = ['payments', 'payments-back-1'];
    for (const durable of durables) {
      await denies(lending, `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`);
      await denies(lending, `$JS.ACK.${stream}.${durable}.1.1.1.1.0`);
      await denies(lending, `$JS.API.CONSUMER.INFO.${stream}.${durable}`);
      await denies(lending, `$JS.API.CONSUMER.DELETE.${stream}.${durable}`);
    }
    // Its own too: a durable can push its messages to any subject.
    for (const durable of [...durables, 'lending'])
      await denies(lending, `$JS.API.CONSUMER.CREATE.${stream}.${durable}`);
    await denies(lending, 'broker.payments');
    await assert.rejects(
      requestChange(lending, 'lending', { what: 'remove', durable: 'payments' }),
      /no backfill of lending/,
    );
  });

  test('signals of replicas and ended sessions come only from their services', async () => {
    const lending = await attack('lending');
    for (const subject of [
      'ended-sessions',
      'replicas.identity',
      'gateways.NAMELOAN',
      'live.domain.x',
    ])
      await denies(lending, subject);
    const signals: unknown[] = [];
    const stop = await bus('gateway').subscribe('live.escrow.e1', (one) => void signals.push(one));
    bus('lending').publishSignal('live.escrow.e1', { what: 'changed' });
    await until(() => signals.length > 0);
    await stop();
  });

  test('a service that reads a new subject gets its past events through the keeper', async () => {
    const past = makeEvent('payments.balance.changed', { accountId: 'a', availableCents: 1 }, {});
    await bus('payments').publish(past);
    const first = await read('lending', ['identity.account.changed']);
    await until(() => first.got.length > 0);
    await first.stop();
    const wider = await read('lending', ['identity.account.changed', 'payments.balance.changed']);
    await until(() => wider.ids().includes(past.id));
    // The backfill is drained and removed: nothing lags and nothing is left.
    await until(async () => (await bus('lending').lag('lending')) === 0);
    const durables = async () => {
      const reply = await (await attack('lending')).request(`$JS.API.CONSUMER.NAMES.${stream}`);
      return reply.json<{ consumers: string[] }>().consumers;
    };
    await until(async () => !(await durables()).some((name) => name.startsWith('lending-back-')));
    await wider.stop();
  });

  test('the keeper removes the backfill that was drained, not a new one of the same name', async () => {
    const name = 'payments-back-3';
    const identity = await jetstreamManager(await attack('identity'), { checkAPI: false });
    const payments = await attack('payments');
    const add = () =>
      identity.consumers.add(stream, {
        durable_name: name,
        filter_subjects: ['domains.domain.verified'],
        ack_policy: AckPolicy.Explicit,
      });
    const remove = (created?: string) =>
      requestChange(payments, 'payments', { what: 'remove', durable: name, created });
    const { created: former } = await add();
    assert.equal(await remove(former), true);
    const { created } = await add();
    assert.equal(await remove(former), false);
    assert.equal((await identity.consumers.info(stream, name)).created, created);
    // Former releases name the durable only.
    assert.equal(await remove(), true);
    assert.equal(await remove(), false);
  });

  test('the migration prepares and narrows durables with either login', async () => {
    for (const [login, name] of [
      ['notifications', 'notifications migration'],
      [migrationUser, 'notifications migration'],
    ] as const) {
      const broker = { url: nats.url, login: nats.loginOf(login), name, stream };
      const subjects = ['lending.offer.accepted', 'lending.offer.made'];
      const wide = { name: 'notifications', subjects, narrow: false };
      await prepareBroker(broker, wide);
      const narrow = { ...wide, subjects: subjects.slice(0, 1), narrow: true };
      const { changes } = await prepareBroker(broker, narrow);
      assert.match(changes.join(), /no longer reads lending\.offer\.made/, login);
    }
  });

  test('a gateway gets its bucket of limits through the keeper', async () => {
    const { connection } = bus('gateway');
    await ensureLimitsBucket(connection, stream);
    await ensureLimitsBucket(connection, stream);
  });

  test('after the broker has lost its data, stream and durables are created again', async () => {
    const { ids, stop } = await read('domains', ['lending.offer.accepted']);
    await nats.restartEmpty();
    const event = makeEvent('lending.offer.accepted', {} as never, {});
    await until(() =>
      bus('lending')
        .publish(event)
        .then(
          () => true,
          () => false,
        ),
    );
    await until(() => ids().includes(event.id));
    await stop();
  });
});
