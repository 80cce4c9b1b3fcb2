/** Refuses everybody who is no operator. */

import type { AccountActor } from '@nameloan/contracts/actor.ts';
import { DomainError } from '@nameloan/contracts/errors.ts';
import { staff } from './staff.model.ts';

/** The same actor, or FORBIDDEN. */
export async function requireOperator(actor: AccountActor): Promise<AccountActor> {
  if ((await staff.find(actor.accountId))?.operator) return actor;
  throw new DomainError('FORBIDDEN', 'Only operators can settle payments.');
}
