/** Checks whether a caller is an operator, and rejects other callers. */

import type { AccountActor } from '@nameloan/contracts/actor';
import { DomainError } from '@nameloan/contracts/errors';
import { staff } from './staff.model.ts';

const refusals = {
  FORBIDDEN: 'Only operators can list payment exceptions.',
  NOT_FOUND: 'There is no such payment.',
} as const;

export const isOperator = async ({ accountId }: AccountActor): Promise<boolean> =>
  (await staff.find(accountId))?.operator === true;

/** Returns the actor, or throws: FORBIDDEN for a list, NOT_FOUND for a single record. */
export async function requireOperator(
  actor: AccountActor,
  otherwise: keyof typeof refusals,
): Promise<AccountActor> {
  if (await isOperator(actor)) return actor;
  throw new DomainError(otherwise, refusals[otherwise]);
}
