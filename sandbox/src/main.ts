/** Runs the sandbox as a process: reads the settings, prints one JSON line when ready, stops cleanly on SIGTERM. */

import { enableCompileCache } from 'node:module';

// Caches the stripped types: less memory and a faster start.
enableCompileCache();
const { readConfig } = await import('./config.ts');
const { startSandbox } = await import('./server.ts');

try {
  const config = readConfig();
  const { close, ...ready } = await startSandbox({ ...config, withProductKey: true });
  const stop = () => {
    // A second signal must not interrupt the shutdown.
    void close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // Secrets that came from settings are already known to the caller and do not belong in a log.
  const secrets = [config.secret, config.registrarPassword, config.productKey];
  secrets.push(config.stripe.secret, config.nowpayments.secret);
  const omitSecrets = (_: string, value: unknown) =>
    typeof value === 'string' && secrets.includes(value) ? undefined : value;
  process.stdout.write(`${JSON.stringify({ ready: true, ...ready }, omitSecrets)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
