/** A service as a process of its own: start from the environment, stop on a signal. */

import type { ServiceDefinition } from './service.ts';
import { startService } from './service.ts';
import { SettingsError } from './settings.ts';

const drainDeadlineMs = 25_000;

/** Starts and keeps running until SIGTERM or SIGINT; a wrong setting ends it with one line per fault. */
export async function runService(service: ServiceDefinition): Promise<void> {
  try {
    const running = await startService(service, process.env);
    onceStopped(() => running.stop());
    await running.begin();
    process.stdout.write(
      `${JSON.stringify({ ready: running.name, url: running.url, metrics: running.metricsUrl })}\n`,
    );
  } catch (error) {
    const text =
      error instanceof SettingsError ? error.message : String((error as Error).stack ?? error);
    process.stderr.write(`${service.kit.name} cannot start:\n${text}\n`);
    process.exit(1);
  }
}

/** Calls `stop` once on the first signal and exits when it is done, or after the drain's deadline. */
export function onceStopped(stop: () => Promise<void>): void {
  let stopping = false;
  const end = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), drainDeadlineMs).unref();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}
