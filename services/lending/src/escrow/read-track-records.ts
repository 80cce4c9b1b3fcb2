/** Reads the track records of many accounts in one role from their finished loans. */

import type { Filter } from '@nameloan/persistence/entity';
import { finalStatuses } from '../loan/status.ts';
import { escrows } from './escrow.model.ts';
import type { Escrow } from './escrow.ts';
import type { TrackRecord } from './track-record.ts';
import { countFinishedLoans, trackRecordKeys } from './track-record.ts';

/** Cancelled loans are cheap to make and never have a receipt. */
const status = { $in: finalStatuses.filter((one) => one !== 'CANCELLED') };

/** Keyed by account id. */
export function readTrackRecords(role: 'borrowerId' | 'lenderId') {
  return async (accountIds: readonly string[]): Promise<Map<string, TrackRecord>> => {
    const filter: Filter<Escrow> = { status, 'receipt.by': 'BORROWER' };
    filter[role] = { $in: accountIds };
    const finishedLoans = await escrows.findProjected(filter, [role, ...trackRecordKeys]);
    const byAccount = Map.groupBy(finishedLoans, (loan) => loan[role]);
    return new Map(accountIds.map((id) => [id, countFinishedLoans(byAccount.get(id) ?? [])]));
  };
}
