/** `VERB EMAIL` as a command on identity's database, where no identity runs that could be asked by its door. */

import { LocalBus } from '@nameloan/service/bus/local-bus.ts';
import { commonSettings } from '@nameloan/service/common-settings.ts';
import { Keyring } from '@nameloan/service/keyring.ts';
import type { Environment } from '@nameloan/service/settings.ts';
import { readSettings } from '@nameloan/service/settings.ts';
import type { OperatorVerb } from './account/operator-verbs.ts';
import { isOperatorVerb, operatorVerbs } from './account/operator-verbs.ts';
import { commandEnvironment } from './config.ts';
import { kit } from './kit.ts';

/**
 * Does it in the database that the environment names (MONGODB_URL, DATABASE_PREFIX, INTERNAL_SECRET) and
 * answers the sentence to show. Facts wait in the outbox for whichever identity relays next.
 * Throws DomainError NOT_FOUND for an unknown e-mail and SettingsError. Not in a process that runs identity.
 */
export async function doInIdentity(
  environment: Environment,
  verb: OperatorVerb,
  email: string,
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
    return await operatorVerbs[verb](email);
  } finally {
    await kit.store.close();
    await bus.close();
  }
}

if (import.meta.main) {
  const [verb, email, ...more] = process.argv.slice(2);
  if (!isOperatorVerb(verb) || !email || more.length > 0) {
    process.stderr.write(`Usage: ${Object.keys(operatorVerbs).join('|')} EMAIL\n`);
    process.exit(2);
  }
  try {
    process.stdout.write(`${await doInIdentity(commandEnvironment(), verb, email)}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
