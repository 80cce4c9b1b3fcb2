/** The local copy of which accounts are operators, because the actor does not carry rights. */

import { defineModel } from '../service-context.ts';

interface Operator {
  /** The account's id; accounts that were never operators have no row. */
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
