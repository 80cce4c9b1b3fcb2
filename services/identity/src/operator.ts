/** `VERB EMAIL` as a command on identity's database, where no identity runs that could be asked by its door. */

import { runStandalone } from '@nameloan/service/run-standalone.ts';
import type { Environment } from '@nameloan/service/settings.ts';
import { commandEnvironment } from './config.ts';
import type { OperatorVerb } from './operator-commands.ts';
import { isOperatorCommand, operatorCommands } from './operator-commands.ts';
import { serviceContext } from './service-context.ts';

/**
 * Answers the sentence to show. Throws DomainError NOT_FOUND for an unknown e-mail and SettingsError. Not in a process
 * that runs identity.
 */
export function runOperatorCommand(
  environment: Environment,
  verb: OperatorVerb,
  email: string,
): Promise<string> {
  return runStandalone(serviceContext, environment, () => operatorCommands[verb](email));
}

if (import.meta.main) {
  const [verb, email, ...more] = process.argv.slice(2);
  if (!isOperatorCommand(verb) || !email || more.length > 0) {
    process.stderr.write(`Usage: ${Object.keys(operatorCommands).join('|')} EMAIL\n`);
    process.exit(2);
  }
  try {
    process.stdout.write(`${await runOperatorCommand(commandEnvironment(), verb, email)}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
