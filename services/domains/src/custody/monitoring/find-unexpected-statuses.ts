/** Finds statuses of a domain in custody that the platform did not set and that nothing else handles. Pure. */

import type { Domain } from '../../domain/domain.ts';
import { lockStatuses } from '../lock.ts';

const pendingTransfer = 'pendingTransfer';

/** The lock, states that follow from our orders, and those that the custody check or the expiry warnings handle. */
const expected: readonly string[] = [
  ...lockStatuses,
  'ok',
  'inactive',
  'linked',
  'addPeriod',
  'autoRenewPeriod',
  'renewPeriod',
  'transferPeriod',
  'pendingCreate',
  'pendingDelete',
  'pendingRenew',
  'pendingRestore',
  pendingTransfer,
  'pendingUpdate',
  'redemptionPeriod',
];

interface Expectation extends Pick<Domain, 'transferOutAvailableAt'> {
  /** A transfer request that only the operator can have rejected. */
  needsOperator?: boolean;
}

/** A registry may enforce the lock after our transfer itself. */
export function findUnexpectedStatuses(
  { transferOutAvailableAt, needsOperator = false }: Expectation,
  statuses: readonly string[],
  at: Date,
): string[] {
  const isNew = transferOutAvailableAt !== null && at < transferOutAvailableAt;
  return statuses
    .filter((status) => !expected.includes(status) || (needsOperator && status === pendingTransfer))
    .filter((status) => !(isNew && status === 'serverTransferProhibited'))
    .sort();
}
