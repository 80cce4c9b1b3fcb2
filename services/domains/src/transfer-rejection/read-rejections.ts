/** Reads the rejected transfers of a domain, with their reasons as sentences. */

import type { ConflictReason } from '@nameloan/contracts/errors';
import type { TransferRejection } from './transfer-rejection.model.ts';
import { transferRejections } from './transfer-rejection.model.ts';

const maxShown = 100;

/** As their owner sees them: newest first, without those of a former owner. */
export async function listRejections(domain: {
  id: string;
  accountId: string;
}): Promise<TransferRejection[]> {
  const rejections = await transferRejections.findMany(
    { domainId: domain.id, accountId: domain.accountId },
    { sort: { at: -1 }, limit: maxShown },
  );
  return rejections.map(hideUndisclosedHold);
}

/** A hold that its owner does not know of is named in no answer (packages/contracts/src/reasons/legal-hold.ts). */
function hideUndisclosedHold(rejection: TransferRejection): TransferRejection {
  const isHidden = rejection.reason === 'LEGAL_HOLD' && !rejection.holdDisclosed;
  return isHidden && rejection.kind === 'REQUEST' ? { ...rejection, reason: 'BUSY' } : rejection;
}

type Reason = ConflictReason | 'NOT_REQUESTED' | 'CANCELLED';

const messages: Partial<Record<Reason, string>> = {
  BUSY: 'The domain couldn’t be changed at that time.',
  CANCELLED: 'You had cancelled the transfer out.',
  EMAIL_CHANGING: 'The email of your account was being changed.',
  LEGAL_HOLD: 'The domain was on legal hold.',
  LISTED: 'The domain was listed.',
  NOT_REQUESTED: 'You had not started a transfer out.',
  PUSH_PENDING: 'The domain was offered to another account.',
  RESERVED: 'The domain backed a loan.',
  TRANSFER_LOCK: 'The transfer lock had not ended.',
  TRANSFER_PENDING: 'Another transfer was pending.',
};

export const describeRejection = ({ reason }: TransferRejection): string =>
  messages[reason as Reason] ?? 'The state of the domain did not allow it.';
