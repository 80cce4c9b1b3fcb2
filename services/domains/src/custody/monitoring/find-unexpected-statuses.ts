/** Finds statuses of a domain in custody that the platform did not set and that nothing else handles. Pure. */

import type { Domain } from '../../domain/domain.ts';
import { lockStatuses } from '../lock.ts';

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
  'pendingTransfer',
  'pendingUpdate',
  'redemptionPeriod',
];

/** A registry may enforce the lock after our transfer itself. */
export function findUnexpectedStatuses(
  { transferOutAvailableAt }: Pick<Domain, 'transferOutAvailableAt'>,
  statuses: readonly string[],
  at: Date,
): string[] {
  const isNew = transferOutAvailableAt !== null && at < transferOutAvailableAt;
  return statuses
    .filter((status) => !expected.includes(status))
    .filter((status) => !(isNew && status === 'serverTransferProhibited'))
    .sort();
}
