/** Reads how earlier loans on a name ended, without their parties. */

import { escrows } from '../escrow/escrow.model.ts';
import type { NameRecord } from '../escrow/track-record.ts';
import { countLoansOfName, minCountedCents, trackRecordKeys } from '../escrow/track-record.ts';

/** Per outcome: an account that lends to itself could otherwise make the read of its name long. */
const maxLoans = 100;
const outcomes = ['FINALIZED_RETURN_TO_BORROWER', 'FINALIZED_LENDER_SEIZURE'] as const;

/** By A-labels, which `domainNames` are. */
export async function readNameRecords(
  domainNames: readonly string[],
): Promise<Map<string, NameRecord>> {
  const records = domainNames.map(async (name) => [name, await readNameRecord(name)] as const);
  return new Map(await Promise.all(records));
}

/** Two reads, so that many repaid loans can't hide a default. */
async function readNameRecord(domainName: string): Promise<NameRecord> {
  const amountCents = { $gte: minCountedCents };
  const read = (status: (typeof outcomes)[number]) =>
    escrows.findProjected(
      { domainName, status, 'receipt.by': 'BORROWER', amountCents },
      trackRecordKeys,
      { limit: maxLoans },
    );
  return countLoansOfName((await Promise.all(outcomes.map(read))).flat());
}
