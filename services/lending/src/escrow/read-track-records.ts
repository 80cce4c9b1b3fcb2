/** Reads the track records of many accounts in one role from their ended loans. */

import type { Filter } from '@nameloan/persistence/entity';
import { finalStatuses } from '../loan/status.ts';
import { escrows } from './escrow.model.ts';
import type { Escrow } from './escrow.ts';
import type { RecordRole, TrackRecord } from './track-record.ts';
import { countFinishedLoans, minCountedCents, trackRecordKeys } from './track-record.ts';

const finished = { $in: finalStatuses.filter((one) => one !== 'CANCELLED') };

/** Keyed by account id. */
function readTrackRecords(role: RecordRole) {
  return async (accountIds: readonly string[]): Promise<Map<string, TrackRecord>> => {
    const accounts = { [role]: { $in: accountIds } };
    const read = (filter: Filter<Escrow>) =>
      escrows.findProjected({ ...filter, ...accounts }, trackRecordKeys);
    const amountCents = { $gte: minCountedCents };
    // Other cancelled loans are cheap to make and never have a receipt.
    const [ran, unfunded] = await Promise.all([
      read({ status: finished, 'receipt.by': 'BORROWER', amountCents }),
      role === 'lenderId' ? read({ status: 'CANCELLED', unfunded: true, amountCents }) : [],
    ]);
    const byAccount = Map.groupBy([...ran, ...unfunded], (loan) => loan[role]);
    return new Map(accountIds.map((id) => [id, countFinishedLoans(byAccount.get(id) ?? [], role)]));
  };
}

export const readBorrowerRecords = readTrackRecords('borrowerId');
export const readLenderRecords = readTrackRecords('lenderId');
