/** The caller's relation to a domain: the owner sees everything, the loan's parties some fields, others only its name. */

import type { Context } from '@nameloan/subgraph/graphql/context';
import { isOperator } from '../operator/operator.model.ts';
import type { Domain } from './domain.ts';
import { isLender } from './domain.ts';

export type Viewer = 'OWNER' | 'LENDER' | 'OPERATOR' | 'OUTSIDER';

/** LENDER: of the loan that it is reserved for. OPERATOR: staff, while that loan is in dispute. */
export async function getViewer(domain: Domain, { actor }: Context): Promise<Viewer> {
  if (actor.kind !== 'account') return 'OUTSIDER';
  const { accountId } = actor;
  if (accountId === domain.accountId) return 'OWNER';
  const { active, reservation } = domain;
  if (!active || !reservation) return 'OUTSIDER';
  if (isLender(domain, accountId)) return 'LENDER';
  return reservation.disputed && (await isOperator(accountId)) ? 'OPERATOR' : 'OUTSIDER';
}
