/** Runs a use case of a service as a command on its database while no process of the service runs. */

import { LocalBus } from '@nameloan/messaging/local-bus';
import type { Environment } from '@nameloan/runtime/settings';
import { readSettings } from '@nameloan/runtime/settings';
import { Keyring } from '@nameloan/security/keyring';
import { commonSettings } from './common-settings.ts';
import type { ServiceContext } from './service-context.ts';

/**
 * Runs `work` on the database of the environment (MONGODB_URL, DATABASE_PREFIX, INTERNAL_SECRET). Its events wait in
 * the outbox for the next process of the service. Throws SettingsError. Must not share a process with the service.
 */
export async function runStandalone<R>(
  context: ServiceContext,
  environment: Environment,
  work: () => Promise<R>,
): Promise<R> {
  const common = readSettings(commonSettings, environment);
  const bus = new LocalBus();
  const database = `${common.DATABASE_PREFIX}${context.name}`;
  await context.store.open({ mongoUrl: common.MONGODB_URL, database });
  try {
    context.bind({
      bus,
      log: context.log,
      keyring: new Keyring(common.INTERNAL_SECRET, common.INTERNAL_SECRET_ALSO),
      publicUrl: common.PUBLIC_URL,
      rateLimits: common.RATE_LIMITS === 'on',
    });
    return await work();
  } finally {
    await context.store.close();
    await bus.close();
  }
}
