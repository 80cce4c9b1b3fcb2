/** Reads the rejected transfers of a domain, with their reasons as sentences. */

import type { ConflictReason } from '@nameloan/contracts/errors';
import type { TransferRejection } from './transfer-rejection.model.ts';
import { transferRejections } from './transfer-rejection.model.ts';

const maxShown = 100;

/** Newest first; those of a former owner are left out. */
export function listRejections(domain: {
  id: string;
  accountId: string;
}): Promise<TransferRejection[]> {
  return transferRejections.findMany(
    { domainId: domain.id, accountId: domain.accountId },
    { sort: { at: -1 }, limit: maxShown },
  );
}

type Reason = ConflictReason | 'NOT_REQUESTED' | 'CANCELLED';

const messages: Partial<Record<Reason, string>> = {
  BUSY: 'Another change of the domain was being processed.',
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
