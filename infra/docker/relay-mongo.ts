/**
 * The embedded database as a container of its own, for trials where no MongoDB is to be had. It knows no login and
 * binds to loopback alone, so a relay stands before it; whoever reaches this port reads and writes everything.
 * `--check` asks whether it answers.
 */

import { connect, createServer } from 'node:net';
import { readPort } from './config.ts';

const outerPort = readPort(27_017);
const innerPort = outerPort + 1;
const checkWithinMs = 4000;

function check(): void {
  const socket = connect(innerPort, '127.0.0.1', () => process.exit(0));
  socket.setTimeout(checkWithinMs, () => process.exit(1));
  socket.once('error', () => process.exit(1));
}

async function serve(): Promise<void> {
  const { startEmbeddedMongo } = await import('@nameloan/embedded-mongo/server.ts');
  const database = await startEmbeddedMongo({ port: innerPort, dataDir: '/data/db' });
  const relay = createServer((outer) => {
    const inner = connect(innerPort, '127.0.0.1');
    outer.pipe(inner).pipe(outer);
    // Either end's loss is the other's.
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
