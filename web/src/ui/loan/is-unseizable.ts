/** The lender cannot take the domain: its receipt was never confirmed, or it has left our custody. */

import type { WaitingLoan } from './describe-consequence.ts';

export const isUnseizable = ({
  receivedBy,
  maySeize,
  inCustodyAt,
}: Pick<WaitingLoan, 'receivedBy' | 'maySeize' | 'inCustodyAt'>): boolean =>
  inCustodyAt === null || (receivedBy === 'SILENCE' && !maySeize);
