/** `deposits …` as a command on payments' database, where no payments runs that could be asked by its door. */

import { runStandalone } from '@nameloan/service/run-standalone.ts';
import type { Environment } from '@nameloan/service/settings.ts';
import { operatorCommands } from './operator-commands.ts';
import { serviceContext } from './service-context.ts';

/** Answers the lines to show. Throws DomainError and SettingsError. Not in a process that runs payments. */
export function runDepositsStandalone(
  environment: Environment,
  words: readonly string[],
): Promise<string> {
  return runStandalone(serviceContext, environment, () => operatorCommands.deposits(words));
}
