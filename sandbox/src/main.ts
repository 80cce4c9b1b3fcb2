/** The sandbox as a process: settings in, one JSON line out when it is ready, a clean end on SIGTERM. */

import { enableCompileCache } from 'node:module';

// Types stripped once are not stripped again: less memory and a quicker start.
enableCompileCache();
const { readConfig } = await import('./config.ts');
const { startSandbox } = await import('./server.ts');

try {
  const config = readConfig();
  const { close, ...ready } = await startSandbox(config);
  const stop = () => {
    // A second signal in impatience must not cut the first one's work short.
    void close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // What a setting told is known to whoever set it, and a log is no place for secrets.
  const told = [config.secret, config.registrarPassword];
  told.push(config.stripe.secret, config.nowpayments.secret);
  const shown = (_: string, value: unknown) =>
    typeof value === 'string' && told.includes(value) ? undefined : value;
  process.stdout.write(`${JSON.stringify({ ready: true, ...ready }, shown)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
