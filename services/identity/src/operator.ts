/** `COMMAND EMAIL` on the identity database, for when the service is not running. */

import type { Environment } from '@nameloan/runtime/settings';
import { runStandalone } from '@nameloan/subgraph/run-standalone';
import { commandEnvironment, settings } from './config.ts';
import type { OperatorCommand } from './operator-commands.ts';
import { isOperatorCommand, operatorCommands } from './operator-commands.ts';
import { serviceContext } from './service-context.ts';

/**
 * Resolves to the output. Throws DomainError NOT_FOUND for an unknown e-mail address, and SettingsError. Do not call it
 * in a process that runs identity.
 */
export function runOperatorCommand(
  environment: Environment,
  command: OperatorCommand,
  email: string,
): Promise<string> {
  settings.read(environment);
  return runStandalone(serviceContext, environment, () => operatorCommands[command](email));
}

if (import.meta.main) {
  const [command, email, ...more] = process.argv.slice(2);
  if (!isOperatorCommand(command) || !email || more.length > 0) {
    process.stderr.write(`Usage: ${Object.keys(operatorCommands).join('|')} EMAIL\n`);
    process.exit(2);
  }
  try {
    process.stdout.write(`${await runOperatorCommand(commandEnvironment(), command, email)}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
