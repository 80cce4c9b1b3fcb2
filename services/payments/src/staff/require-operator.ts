/** Refuses everybody who is no operator. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { staff } from './staff.model.ts';

const refusals = {
  FORBIDDEN: 'Only operators can see all payments that wait.',
  NOT_FOUND: 'There is no such payment.',
} as const;

/** The same actor, or FORBIDDEN where a list is asked for, NOT_FOUND where one thing is. */
export async function requireOperator(
  actor: AccountActor,
  otherwise: keyof typeof refusals,
): Promise<AccountActor> {
  if ((await staff.find(actor.accountId))?.operator) return actor;
  throw new DomainError(otherwise, refusals[otherwise]);
}
