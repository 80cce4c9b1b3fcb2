/** What stands behind "status prohibits operation" (2304): the lock that is set, in the words of the domain's owner. */

import { formatDate } from '@nameloan/contracts/format-date.ts';
import { registry } from '../registry.ts';
import type { RegistryDomain } from './registrar.ts';
import { EppRejectedError } from './registrar-errors.ts';

export type ForbiddenOperation = 'TRANSFER' | 'RENEWAL' | 'UPDATE';

const day = 86_400_000;
/** No second transfer within 60 days of the registration or of a transfer (ICANN Transfer Policy, section I.A.3). */
const transferLockDays = 60;

const deleting =
  'The registration has ended and the registry is deleting the domain (pendingDelete). Have it restored by the present registrar first.';
const moving =
  'Another transfer of the domain is pending (pendingTransfer). Wait until it has ended, or have it cancelled at the present registrar.';

const locks: Record<ForbiddenOperation, readonly (readonly [status: string, sentence: string])[]> =
  {
    TRANSFER: [
      ['pendingDelete', deleting],
      ['pendingTransfer', moving],
      [
        'clientTransferProhibited',
        'The present registrar has locked the domain against transfers (clientTransferProhibited). Unlock it there and try again.',
      ],
      [
        'serverTransferProhibited',
        'The registry itself has locked the domain against transfers (serverTransferProhibited). Ask the present registrar to have that lifted, then try again.',
      ],
    ],
    RENEWAL: [
      [
        'pendingDelete',
        'The registration has ended and the registry is deleting the domain (pendingDelete), so it cannot be renewed any more.',
      ],
      [
        'pendingTransfer',
        'A transfer of the domain is pending (pendingTransfer). Renew it afterwards.',
      ],
      [
        'clientRenewProhibited',
        'The domain is locked against renewal (clientRenewProhibited); our staff will look into it.',
      ],
      [
        'serverRenewProhibited',
        'The registry has locked the domain against renewal (serverRenewProhibited); our staff will ask there.',
      ],
    ],
    UPDATE: [
      [
        'pendingDelete',
        'The registration has ended and the registry is deleting the domain (pendingDelete), so nothing can be changed.',
      ],
      [
        'pendingTransfer',
        'A transfer of the domain is pending (pendingTransfer). Try again when it has ended.',
      ],
      [
        'serverUpdateProhibited',
        'The registry has locked the domain against changes (serverUpdateProhibited); our staff will ask there.',
      ],
    ],
  };

type LockState = Pick<RegistryDomain, 'statuses' | 'createdAt' | 'transferredAt'>;

/** The sentence for the lock that forbids this; undefined where none is seen. Pure. */
export function describeLock(
  forbidden: ForbiddenOperation,
  seen: LockState,
  at: Date,
): string | undefined {
  const found = locks[forbidden].find(([status]) => seen.statuses.includes(status));
  const byStaff = found?.[0] === 'serverTransferProhibited' || found === undefined;
  const until = forbidden === 'TRANSFER' && byStaff ? transferLockEnd(seen, at) : undefined;
  if (until === undefined) return found?.[1];
  return `The domain was registered or transferred less than ${transferLockDays} days ago, so the registry keeps it where it is until ${formatDate(until)}. Try again then.`;
}

function transferLockEnd({ createdAt, transferredAt }: LockState, at: Date): Date | undefined {
  const latest = Math.max(createdAt?.getTime() ?? 0, transferredAt?.getTime() ?? 0);
  const until = new Date(latest + transferLockDays * day);
  return until > at ? until : undefined;
}

/** A 2304 with the sentence of the lock that a look shows; any other error, or one that no look explains, as it is. */
export async function withLockExplanation(
  error: unknown,
  { name, forbidden, at }: { name: string; forbidden: ForbiddenOperation; at: Date },
): Promise<unknown> {
  if (!(error instanceof EppRejectedError) || error.resultCode !== 2304) return error;
  const seen = await registry()
    .info(name)
    .catch(() => undefined);
  const sentence = seen && describeLock(forbidden, seen, at);
  if (sentence === undefined) return error;
  const { resultCode, serverMessage, reason, code, transient } = error;
  return new EppRejectedError({ resultCode, serverMessage, reason }, { code, sentence, transient });
}
