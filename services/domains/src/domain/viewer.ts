/** Who looks at a domain: its owner sees all, the parties of its loan what concerns them, others its name. */

import type { Context } from '@nameloan/service/graphql/context.ts';
import { isOperator } from '../operator/operator.model.ts';
import type { Domain } from './domain.ts';
import { isLender } from './domain.ts';

export type Viewer = 'OWNER' | 'LENDER' | 'OPERATOR' | 'STRANGER';

/** LENDER: of the loan that it is reserved for. OPERATOR: staff, while that loan is in dispute. */
export async function getViewer(domain: Domain, { actor }: Context): Promise<Viewer> {
  if (actor.kind !== 'account') return 'STRANGER';
  const { accountId } = actor;
  if (accountId === domain.accountId) return 'OWNER';
  const { active, reservation } = domain;
  if (!active || !reservation) return 'STRANGER';
  if (isLender(domain, accountId)) return 'LENDER';
  return reservation.disputed && (await isOperator(accountId)) ? 'OPERATOR' : 'STRANGER';
}
