/** Explains "object status prohibits operation" (2304) to the domain's owner by the lock that is set. */

import { formatDate } from '@nameloan/contracts/format-date';
import { registry } from '../registry.ts';
import type { RegistryDomain } from './registrar.ts';
import { EppRejectedError } from './registrar-errors.ts';

export type ForbiddenOperation = 'TRANSFER' | 'RENEWAL' | 'UPDATE';

const day = 86_400_000;
/** No second transfer within 60 days of the registration or of a transfer (ICANN Transfer Policy, section I.A.3). */
const transferLockDays = 60;

const deleting =
  'The registration has ended and the registry is deleting the domain (pendingDelete). Have your current registrar restore it first.';
const moving =
  'Another transfer of the domain is pending (pendingTransfer). Wait until it ends, or have your current registrar cancel it.';

const locks: Record<ForbiddenOperation, readonly (readonly [status: string, sentence: string])[]> =
  {
    TRANSFER: [
      ['pendingDelete', deleting],
      ['pendingTransfer', moving],
      [
        'clientTransferProhibited',
        'Your current registrar has locked the domain against transfers (clientTransferProhibited). Unlock it there and try again.',
      ],
      [
        'serverTransferProhibited',
        'The registry has locked the domain against transfers (serverTransferProhibited). Ask your current registrar to have the lock removed, then try again.',
      ],
    ],
    RENEWAL: [
      [
        'pendingDelete',
        'The registration has ended and the registry is deleting the domain (pendingDelete), so it can no longer be renewed.',
      ],
      [
        'pendingTransfer',
        'A transfer of the domain is pending (pendingTransfer). Renew it after the transfer.',
      ],
      [
        'clientRenewProhibited',
        'The domain is locked against renewal (clientRenewProhibited); our staff will look into it.',
      ],
      [
        'serverRenewProhibited',
        'The registry has locked the domain against renewal (serverRenewProhibited); our staff will contact the registry.',
      ],
    ],
    UPDATE: [
      [
        'pendingDelete',
        'The registration has ended and the registry is deleting the domain (pendingDelete), so nothing can be changed.',
      ],
      [
        'pendingTransfer',
        'A transfer of the domain is pending (pendingTransfer). Try again after it ends.',
      ],
      [
        'serverUpdateProhibited',
        'The registry has locked the domain against changes (serverUpdateProhibited); our staff will contact the registry.',
      ],
    ],
  };

type LockState = Pick<RegistryDomain, 'statuses' | 'createdAt' | 'transferredAt'>;

/** The message for the lock that prohibits the operation; undefined when there is none. Pure. */
export function describeLock(
  forbidden: ForbiddenOperation,
  state: LockState,
  at: Date,
): string | undefined {
  const found = locks[forbidden].find(([status]) => state.statuses.includes(status));
  const byRegistry = found?.[0] === 'serverTransferProhibited' || found === undefined;
  const until = forbidden === 'TRANSFER' && byRegistry ? transferLockEnd(state, at) : undefined;
  if (until === undefined) return found?.[1];
  return `The domain was registered or transferred less than ${transferLockDays} days ago, so the registry keeps it where it is until ${formatDate(until)}. Try again then.`;
}

function transferLockEnd({ createdAt, transferredAt }: LockState, at: Date): Date | undefined {
  const latest = Math.max(createdAt?.getTime() ?? 0, transferredAt?.getTime() ?? 0);
  const until = new Date(latest + transferLockDays * day);
  return until > at ? until : undefined;
}

/** Adds the lock's message to a 2304 error; returns other errors, and 2304 without a known lock, unchanged. */
export async function withLockExplanation(
  error: unknown,
  { name, forbidden, at }: { name: string; forbidden: ForbiddenOperation; at: Date },
): Promise<unknown> {
  if (!(error instanceof EppRejectedError) || error.resultCode !== 2304) return error;
  const record = await registry()
    .info(name)
    .catch(() => undefined);
  const sentence = record && describeLock(forbidden, record, at);
  if (sentence === undefined) return error;
  const { resultCode, serverMessage, reason, code, transient } = error;
  return new EppRejectedError({ resultCode, serverMessage, reason }, { code, sentence, transient });
}
