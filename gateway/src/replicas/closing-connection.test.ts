/** Publishing over a NATS connection that is closing. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NatsBus } from '@nameloan/messaging/nats/nats-bus';
import { natsMissing, startTestNats } from '@nameloan/testkit/nats';
import { eventually } from '../testing/live-loan.ts';
import { Replicas } from './replicas.ts';

test('a closing connection loses only the messages of the gateway and the bus', {
  skip: natsMissing,
}, async (t) => {
  const own = await startTestNats();
  t.after(() => own.stop());
  const bus = await NatsBus.connect({
    url: own.url,
    name: 'gateway',
    stream: 'ENDS',
    roots: ['ENDS'],
  });
  const { connection } = bus;
  const replicas = new Replicas(connection, 'ENDS');
  replicas.start(() => []);
  void own.kill();
  void connection.drain().catch(() => undefined);
  await eventually('it takes nothing more', () => {
    try {
      connection.publish('anything');
      return false;
    } catch {
      return true;
    }
  });
  assert.equal(connection.isClosed(), false);
  bus.publishSignal('escrow.e1', { what: 'changed' });
  replicas.stop();
  await connection.close();
  bus.publishSignal('escrow.e1', { what: 'changed' });
  replicas.stop();
});
