/** Who is staff: domains' own copy of that one fact, since rights are not in the actor. */

import { defineModel } from '../service-context.ts';

interface Operator {
  /** The account's id; one that never changed has no row. */
  id: string;
  version: number;
  /** Version of the account that `operator` comes from. */
  accountVersion: number;
  operator: boolean;
}

export const operators = defineModel<Operator>('operators', {
  label: 'operator',
  fields: { version: Number, accountVersion: Number, operator: Boolean },
});

export async function isOperator(accountId: string): Promise<boolean> {
  return (await operators.find(accountId))?.operator ?? false;
}
