/** Request handler: returns a fee, whether it is still held or already charged. Idempotent. */

import { now } from '@nameloan/runtime/clock';
import { commitIdempotently } from '../ledger/commit-idempotently.ts';
import { customerAccount } from '../ledger/entry.ts';
import { postEntry } from '../ledger/post-entry.ts';
import { transactions } from '../transaction/transaction.model.ts';
import { feeAccounts } from './capture-hold.ts';
import { holds } from './hold.model.ts';
import { assertPlaced } from './hold.ts';
import { release } from './release-hold.ts';

/**
 * A hold that was not captured is released; an unknown one is stored as released, so that its late request is
 * rejected.
 */
export function refundHold({
  holdId,
}: {
  holdId: string;
}): Promise<{ status: 'RELEASED' | 'REFUNDED' }> {
  return commitIdempotently(async (tx) => {
    const found = await holds.find(holdId, tx);
    if (found?.status !== 'CAPTURED') return release(holdId, found, tx);
    if (found.refundedAt) return { status: 'REFUNDED' };
    const hold = assertPlaced(found);
    const { accountId, amountCents, kind, transactionId } = hold;
    await postEntry(
      {
        id: `refund:${holdId}`,
        kind,
        accountId,
        transactionId,
        postings: [
          { account: customerAccount(accountId), amountCents },
          { account: feeAccounts[kind], amountCents: -amountCents },
        ],
      },
      { tx },
    );
    const transaction = await transactions.get(transactionId, tx);
    const reason = 'The fee was returned.';
    await transactions.update(transaction, { ...transaction, status: 'REFUNDED', reason }, tx);
    const updated = await holds.update(found, { ...hold, refundedAt: now() }, tx);
    const refunded = { holdId, accountId, amountCents, kind, transactionId };
    tx.emit('payments.hold.refunded', updated, { ...refunded, domainName: hold.reference });
    return { status: 'REFUNDED' };
  });
}
