/** `deposits …` as a command on payments' database, where no payments runs that could be asked by its door. */

import type { Environment } from '@nameloan/service/settings.ts';
import { workAlone } from '@nameloan/service/work-alone.ts';
import { kit } from './kit.ts';
import { operatorVerbs } from './staff/operator-verbs.ts';

/** Answers the lines to show. Throws DomainError and SettingsError. Not in a process that runs payments. */
export function settleAlone(environment: Environment, words: readonly string[]): Promise<string> {
  return workAlone(kit, environment, () => operatorVerbs.deposits(words));
}
