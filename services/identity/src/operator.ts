/** `grant|revoke EMAIL` as a command: reaches a running identity by its door, or its database directly. */

import { LocalBus } from '@nameloan/service/bus/local-bus.ts';
import { commonSettings } from '@nameloan/service/common-settings.ts';
import type { Environment } from '@nameloan/service/settings.ts';
import { readSettings } from '@nameloan/service/settings.ts';
import { setOperator } from './account/set-operator.ts';
import { commandEnvironment } from './config.ts';
import { kit } from './kit.ts';

/**
 * Sets the flag in the database that the environment names (MONGODB_URL, DATABASE_PREFIX,
 * INTERNAL_SECRET). The fact waits in the outbox for whichever identity relays next.
 * Throws DomainError NOT_FOUND for an unknown e-mail and SettingsError. Not in a process that runs identity.
 */
export async function setOperatorIn(environment: Environment, email: string, operator: boolean) {
  const common = readSettings(commonSettings, environment);
  const bus = new LocalBus();
  const database = `${common.DATABASE_PREFIX}${kit.name}`;
  await kit.store.open({ mongoUrl: common.MONGODB_URL, database });
  try {
    kit.bind({
      bus,
      log: kit.log,
      internalSecret: common.INTERNAL_SECRET,
      publicUrl: common.PUBLIC_URL,
    });
    return await setOperator(email, operator);
  } finally {
    await kit.store.close();
    await bus.close();
  }
}

if (import.meta.main) {
  const [verb, email, ...more] = process.argv.slice(2);
  if ((verb !== 'grant' && verb !== 'revoke') || !email || more.length > 0) {
    process.stderr.write('Usage: grant|revoke EMAIL\n');
    process.exit(2);
  }
  try {
    const answer = await setOperatorIn(commandEnvironment(), email, verb === 'grant');
    const now = answer.operator ? 'an operator' : 'no operator';
    process.stdout.write(`${answer.email} is ${now}${answer.changed ? ' now' : ' already'}.\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
