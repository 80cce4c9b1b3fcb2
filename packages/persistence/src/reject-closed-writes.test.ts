/** A socket that closes at the moment of a heartbeat does not end the connection to the database forever. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { startTestDatabase } from '@nameloan/testkit/database';
import { connectDatabase } from './connect-database.ts';

const timeout = 60_000;

/** What the driver does not publish: the connection of its heartbeats. */
interface DriverInternals {
  topology: {
    s: { servers: Map<string, { monitor: { connection: { socket: Socket } | null } }> };
  };
}

test('heartbeats and operations continue after a heartbeat was written to a destroyed socket', {
  timeout,
}, async (t) => {
  const database = await startTestDatabase();
  t.after(() => database.close());
  const connection = await connectDatabase(database.url, { database: 'closed_writes' });
  t.after(() => connection.close());
  const client = connection.getClient();
  const { topology } = client as unknown as DriverInternals;
  const [server] = topology.s.servers.values();
  assert.ok(server);
  // The first heartbeat opens the connection that later ones use.
  while (!server.monitor.connection) await once(client, 'serverHeartbeatSucceeded');
  const failed = once(client, 'serverHeartbeatFailed');
  client.once('serverHeartbeatStarted', () => server.monitor.connection?.socket.destroy());
  await failed;
  await once(client, 'serverHeartbeatSucceeded');
  await connection.db?.collection('rows').insertOne({ name: 'after' });
  assert.equal(await connection.db?.collection('rows').countDocuments(), 1);
});
