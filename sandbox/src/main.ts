/** The sandbox as a process: settings in, one JSON line out when it is ready, a clean end on SIGTERM. */

import { enableCompileCache } from 'node:module';

// Types stripped once are not stripped again: less memory and a quicker start.
enableCompileCache();
const { readConfig } = await import('./config.ts');
const { startSandbox } = await import('./server.ts');

try {
  const { close, ...ready } = await startSandbox(readConfig());
  const stop = () => {
    // A second signal in impatience must not cut the first one's work short.
    void close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.stdout.write(`${JSON.stringify({ ready: true, ...ready })}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
