/** Runs a service as a separate process: starts from the environment, stops on a signal. */

import { endOnSignal } from '@nameloan/runtime/end-on-signal';
import { SettingsError } from '@nameloan/runtime/settings';
import { migrateService } from './migrate.ts';
import type { ServiceDefinition } from './service.ts';
import { startService } from './service.ts';

/** Runs until SIGTERM or SIGINT; exits with one line per invalid setting. */
export async function runService(service: ServiceDefinition): Promise<void> {
  const onSignal = endOnSignal();
  try {
    const running = await startService(service, process.env);
    onSignal(running);
    await running.begin();
    process.stdout.write(
      `${JSON.stringify({ ready: running.name, url: running.url, metrics: running.metricsUrl })}\n`,
    );
  } catch (error) {
    const text =
      error instanceof SettingsError ? error.message : String((error as Error).stack ?? error);
    process.stderr.write(`${service.context.name} cannot start:\n${text}\n`);
    process.exit(1);
  }
}

const narrowFlag = '--narrow';

/** `node services/NAME/src/migrate.ts [--narrow]`: prints its changes; exits with 1 and a sentence on failure. */
export async function runMigration(service: ServiceDefinition): Promise<void> {
  const { name } = service.context;
  try {
    const given = process.argv.slice(2);
    const unknown = given.filter((word) => word !== narrowFlag);
    if (unknown.length > 0)
      throw new SettingsError([`${unknown[0]} is unknown: the only option is ${narrowFlag}.`]);
    const narrow = given.includes(narrowFlag);
    const { changes, problems } = await migrateService(service, process.env, { narrow });
    for (const sentence of changes) process.stdout.write(`${name}: ${sentence}.\n`);
    for (const sentence of problems) process.stderr.write(`${name}, not repaired: ${sentence}.\n`);
    process.stdout.write(`${name} is migrated, ${changes.length} changes.\n`);
  } catch (error) {
    const text = error instanceof SettingsError ? error.message : String(error);
    process.stderr.write(`${name} cannot be migrated:\n${text}\n`);
    process.exitCode = 1;
  }
}
