/** A database that crashes during work: callers get UNAVAILABLE, whatever error the driver throws. */

import assert from 'node:assert/strict';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import { test } from 'node:test';
import { DomainError } from '@nameloan/contracts/errors';
import { startEmbeddedMongo } from '@nameloan/embedded-mongo/server';
import { newId } from '@nameloan/runtime/id';
import mongoose from 'mongoose';
import { asUnavailable } from './database-unavailable.ts';
import { Store } from './store.ts';

/** More than the pool has connections, so that some wait for one. */
const concurrent = 60;
const partIsDown = 'DomainError: Part of Nameloan is unavailable. Please try again shortly.';

const codeOf = (error: unknown) => {
  const reported = asUnavailable(error);
  return reported instanceof DomainError ? reported.code : 'INTERNAL';
};

/** A proxy that can drop data and cut connections, and then accepts new ones. */
async function openProxy(port: number) {
  const ends = new Set<Socket>();
  let swallowing = false;
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const end of [near, far]) {
      ends.add(end);
      end.on('error', () => undefined);
      end.on('close', () => ends.delete(end));
    }
    near.on('data', (data) => swallowing || far.write(data));
    far.on('data', (data) => near.write(data));
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    swallow() {
      swallowing = true;
    },
    cut() {
      swallowing = false;
      for (const end of ends) end.destroy();
    },
    close() {
      server.close();
      this.cut();
    },
  };
}

test('commits that wait for a connection when the database crashes get UNAVAILABLE', async (t) => {
  const database = await startEmbeddedMongo({});
  t.after(() => database.close());
  const proxy = await openProxy(database.port);
  t.after(() => proxy.close());
  const store = new Store('away');
  const mongoUrl = `mongodb://127.0.0.1:${proxy.port}/?directConnection=true`;
  await store.open({ mongoUrl, database: 'away' });
  t.after(() => store.close());
  const say = () =>
    store.commit(async (tx) => {
      const id = newId();
      tx.emit('payments.balance.changed', { id, version: 1 }, { accountId: id, availableCents: 1 });
    });
  const commitAll = () => Promise.allSettled(Array.from({ length: concurrent }, say));
  const client = store.connection.getClient();
  const connections = new Set<number | '<monitor>'>();
  client.on('connectionCheckedOut', (event) => connections.add(event.connectionId));
  while (connections.size < client.options.maxPoolSize) await commitAll();
  proxy.swallow();
  const allWaiting = new Promise<void>((resolve) => {
    let come = 0;
    client.on('connectionCheckOutStarted', () => ++come === concurrent && resolve());
  });
  const reported = commitAll();
  await allWaiting;
  proxy.cut();
  const rejected = (await reported).filter((one) => one.status === 'rejected');
  assert.ok(rejected.length > 0);
  assert.deepEqual([...new Set(rejected.map((one) => String(one.reason)))], [partIsDown]);
  assert.equal(await say(), undefined);
});

test('a server that stops or steps down counts as unavailable, a rejected write and a bug do not', () => {
  const { MongoServerError } = mongoose.mongo;
  const shutdown = new MongoServerError({ message: 'interrupted at shutdown', code: 11600 });
  assert.equal(codeOf(shutdown), 'UNAVAILABLE');
  const duplicate = new MongoServerError({ message: 'E11000 duplicate key', code: 11000 });
  assert.equal(codeOf(duplicate), 'INTERNAL');
  assert.equal(codeOf(new TypeError('undefined is not a function')), 'INTERNAL');
});

test('a socket that broke under the driver counts as unavailable', () => {
  const broken = Object.assign(new Error('This socket has been ended'), { code: 'EPIPE' });
  assert.equal(codeOf(broken), 'UNAVAILABLE');
});
