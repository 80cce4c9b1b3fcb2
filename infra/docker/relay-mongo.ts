/**
 * Runs the embedded database as a container, for trials without MongoDB. It has no login and listens on loopback only,
 * so a relay forwards the port; any client that reaches it can read and write everything. `--check` tests whether it
 * responds.
 */

import { connect, createServer } from 'node:net';
import { readPort } from './config.ts';

const outerPort = readPort(27_017);
const innerPort = outerPort + 1;
const checkTimeoutMs = 4000;

function check(): void {
  const socket = connect(innerPort, '127.0.0.1', () => process.exit(0));
  socket.setTimeout(checkTimeoutMs, () => process.exit(1));
  socket.once('error', () => process.exit(1));
}

async function serve(): Promise<void> {
  const { startEmbeddedMongo } = await import('@nameloan/embedded-mongo/server');
  const database = await startEmbeddedMongo({ port: innerPort, dataDir: '/data/db' });
  const relay = createServer((outer) => {
    const inner = connect(innerPort, '127.0.0.1');
    outer.pipe(inner).pipe(outer);
    // Closing either side closes the other.
    outer.once('close', () => inner.destroy()).on('error', () => inner.destroy());
    inner.once('close', () => outer.destroy()).on('error', () => outer.destroy());
  });
  relay.listen(outerPort, '0.0.0.0', () => process.stdout.write(`relays ${outerPort}\n`));
  const stop = () => {
    relay.close();
    void database.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

if (process.argv.includes('--check')) check();
else await serve();
