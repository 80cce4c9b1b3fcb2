/** Request handler: charges a hold. Idempotent. */

import { DomainError } from '@nameloan/contracts/errors';
import { now } from '@nameloan/runtime/clock';
import { commitIdempotently } from '../ledger/commit-idempotently.ts';
import type { HouseAccount } from '../ledger/entry.ts';
import { customerAccount } from '../ledger/entry.ts';
import { postEntry } from '../ledger/post-entry.ts';
import { transactions } from '../transaction/transaction.model.ts';
import { holds } from './hold.model.ts';
import type { HoldKind } from './hold.ts';
import { assertPlaced } from './hold.ts';

export const feeAccounts: Record<HoldKind, HouseAccount> = {
  TRANSFER_FEE: 'house:transfer-fees',
  RENEWAL_FEE: 'house:renewal-fees',
};

/** NOT_FOUND if the hold is unknown, CONFLICT if it was released. */
export function captureHold({ holdId }: { holdId: string }): Promise<{ status: 'CAPTURED' }> {
  return commitIdempotently(async (tx) => {
    const found = await holds.get(holdId, tx);
    if (found.status === 'CAPTURED') return { status: 'CAPTURED' };
    if (found.status === 'RELEASED') {
      throw new DomainError('CONFLICT', 'This hold was released and cannot be charged.', {
        reason: 'HOLD_ENDED',
      });
    }
    const hold = assertPlaced(found);
    const { accountId, amountCents, kind, transactionId } = hold;
    const endedAt = now();
    await postEntry(
      {
        id: `capture:${holdId}`,
        kind,
        accountId,
        transactionId,
        postings: [
          { account: customerAccount(accountId), amountCents: -amountCents },
          { account: feeAccounts[kind], amountCents },
        ],
      },
      { tx, settlesHeldCents: amountCents },
    );
    const transaction = await transactions.get(transactionId, tx);
    await transactions.update(transaction, { ...transaction, status: 'DONE', endedAt }, tx);
    const updated = await holds.update(found, { ...hold, status: 'CAPTURED', endedAt }, tx);
    const charged = { holdId, accountId, amountCents, kind, transactionId };
    tx.emit('payments.hold.captured', updated, { ...charged, domainName: hold.reference });
    return { status: 'CAPTURED' };
  });
}
