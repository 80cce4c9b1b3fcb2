/** `deposits …` as a command on payments' database, where no payments runs that could be asked by its door. */

import { LocalBus } from '@nameloan/service/bus/local-bus.ts';
import { commonSettings } from '@nameloan/service/common-settings.ts';
import { Keyring } from '@nameloan/service/keyring.ts';
import type { Environment } from '@nameloan/service/settings.ts';
import { readSettings } from '@nameloan/service/settings.ts';
import { kit } from './kit.ts';
import { operatorVerbs } from './staff/operator-verbs.ts';

/**
 * Does it in the database that the environment names (MONGODB_URL, DATABASE_PREFIX, INTERNAL_SECRET) and answers the
 * lines to show. Facts wait in the outbox for whichever payments relays next. Throws DomainError and SettingsError.
 * Not in a process that runs payments.
 */
export async function settleAlone(
  environment: Environment,
  words: readonly string[],
): Promise<string> {
  const common = readSettings(commonSettings, environment);
  const bus = new LocalBus();
  const database = `${common.DATABASE_PREFIX}${kit.name}`;
  await kit.store.open({ mongoUrl: common.MONGODB_URL, database });
  try {
    kit.bind({
      bus,
      log: kit.log,
      keyring: new Keyring(common.INTERNAL_SECRET, common.INTERNAL_SECRET_ALSO),
      publicUrl: common.PUBLIC_URL,
      rateLimits: common.RATE_LIMITS === 'on',
    });
    return await operatorVerbs.deposits(words);
  } finally {
    await kit.store.close();
    await bus.close();
  }
}
