/** The `held` command on the lending database, for when the service is not running. */

import type { Environment } from '@nameloan/runtime/settings';
import { runStandalone } from '@nameloan/subgraph/run-standalone';
import { operatorCommands } from './operator-commands.ts';
import { serviceContext } from './service-context.ts';

/** Resolves to the output. Throws DomainError and SettingsError. Do not call it in a process that runs lending. */
export function runHeldStandalone(
  environment: Environment,
  args: readonly string[],
): Promise<string> {
  return runStandalone(serviceContext, environment, () => operatorCommands.held(args));
}
