/** Explains "object status prohibits operation" (2304) to the domain's owner by the lock that is set. */

import type { FixedOrderCode, OrderFailure } from '@nameloan/contracts/order-failures';
import { toOrderFailure } from '@nameloan/contracts/order-failures';
import { parseName } from '../name/parse-name.ts';
import { transferRuleAt } from '../suffix/suffixes.ts';
import type { Registrar, RegistryDomain } from './registrar.ts';
import { EppRejectedError } from './registrar-errors.ts';

export type ForbiddenOperation = 'TRANSFER' | 'RENEWAL' | 'UPDATE';

const hour = 3_600_000;
const locks: Record<
  ForbiddenOperation,
  readonly (readonly [status: string, code: FixedOrderCode])[]
> = {
  TRANSFER: [
    ['pendingDelete', 'TRANSFER_PENDING_DELETE'],
    ['pendingTransfer', 'TRANSFER_PENDING_TRANSFER'],
    ['clientTransferProhibited', 'TRANSFER_LOCKED_BY_REGISTRAR'],
    ['serverTransferProhibited', 'TRANSFER_LOCKED_BY_REGISTRY'],
  ],
  RENEWAL: [
    ['pendingDelete', 'RENEWAL_PENDING_DELETE'],
    ['pendingTransfer', 'RENEWAL_PENDING_TRANSFER'],
    ['clientRenewProhibited', 'RENEWAL_LOCKED_BY_REGISTRAR'],
    ['serverRenewProhibited', 'RENEWAL_LOCKED_BY_REGISTRY'],
  ],
  UPDATE: [
    ['pendingDelete', 'UPDATE_PENDING_DELETE'],
    ['pendingTransfer', 'UPDATE_PENDING_TRANSFER'],
    ['serverUpdateProhibited', 'UPDATE_LOCKED_BY_REGISTRY'],
  ],
};

type LockState = Pick<RegistryDomain, 'name' | 'statuses' | 'createdAt' | 'transferredAt'>;

/** The lock that prohibits the operation; undefined when there is none. Pure. */
export function findLock(
  forbidden: ForbiddenOperation,
  state: LockState,
  at: Date,
): OrderFailure | undefined {
  const found = locks[forbidden].find(([status]) => state.statuses.includes(status));
  const byRegistry = found?.[0] === 'serverTransferProhibited' || found === undefined;
  const until = forbidden === 'TRANSFER' && byRegistry ? transferLockEnd(state, at) : undefined;
  if (until) return toOrderFailure('RECENTLY_TRANSFERRED_UNTIL', { until: until.toISOString() });
  return found && toOrderFailure(found[1]);
}

/** The later end of the locks that follow a creation and a transfer, each by the rule of its day. */
function transferLockEnd(
  { name, createdAt, transferredAt }: Omit<LockState, 'statuses'>,
  at: Date,
): Date | undefined {
  const { suffix } = parseName(name);
  const ends = [
    lockEnd(createdAt, (time) => transferRuleAt(suffix, time).postCreationLockHours),
    lockEnd(transferredAt, (time) => transferRuleAt(suffix, time).postTransferLockHours),
  ];
  const until = new Date(Math.max(...ends));
  return until > at ? until : undefined;
}

function lockEnd(from: Date | undefined, getHours: (from: Date) => number): number {
  return from ? from.getTime() + getHours(from) * hour : 0;
}

/** The operation that the registry rejected, and where. */
interface LockedOperation {
  registrar: Registrar;
  name: string;
  forbidden: ForbiddenOperation;
  at: Date;
}

/** Adds the lock's message to a 2304 error; returns other errors, and 2304 without a known lock, unchanged. */
export async function withLockExplanation(
  error: unknown,
  { registrar, name, forbidden, at }: LockedOperation,
): Promise<unknown> {
  if (!(error instanceof EppRejectedError) || error.resultCode !== 2304) return error;
  const record = await registrar.info(name).catch(() => undefined);
  const failure = record && findLock(forbidden, record, at);
  if (failure === undefined) return error;
  const { resultCode, serverMessage, reason, code, transient } = error;
  return new EppRejectedError({ resultCode, serverMessage, reason }, { code, failure, transient });
}
