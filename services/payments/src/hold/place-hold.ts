/** Answers domains: sets a fee aside from an account's balance, once per hold id. */

import { now } from '@nameloan/service/clock.ts';
import { newId } from '@nameloan/service/id.ts';
import { readAccount, updateAccount } from '../ledger/account.model.ts';
import { reserve } from '../ledger/account.ts';
import { commitIdempotently } from '../ledger/commit-idempotently.ts';
import { transactions } from '../transaction/transaction.model.ts';
import { holds } from './hold.model.ts';
import type { Hold, HoldRequest } from './hold.ts';
import { repeatHold } from './hold.ts';

/** BALANCE_TOO_LOW names the missing amount; CONFLICT when the hold was released, or is another one. */
export function placeHold(asked: HoldRequest): Promise<{ status: 'HELD' | 'CAPTURED' }> {
  return commitIdempotently(async (tx) => {
    const before = await holds.find(asked.holdId, tx);
    if (before) return { status: repeatHold(before, asked) };
    const { holdId, accountId, amountCents, kind } = asked;
    const account = await readAccount(accountId, tx);
    await updateAccount(account, reserve(account, amountCents), tx);
    const transactionId = newId();
    const hold = await holds.add(newHold(asked, transactionId), tx);
    await transactions.add(
      {
        id: transactionId,
        version: 1,
        accountId,
        type: kind,
        method: 'BALANCE',
        amountCents: -amountCents,
        status: 'PENDING',
        createdAt: hold.createdAt,
        endedAt: null,
        reason: null,
        domainName: asked.reference,
        returnedCents: null,
        session: null,
      },
      tx,
    );
    tx.emit('payments.hold.placed', hold, { holdId, accountId, amountCents, kind });
    return { status: 'HELD' };
  });
}

function newHold(asked: HoldRequest, transactionId: string): Hold {
  return {
    id: asked.holdId,
    version: 1,
    status: 'HELD',
    accountId: asked.accountId,
    amountCents: asked.amountCents,
    kind: asked.kind,
    transactionId,
    reference: asked.reference,
    createdAt: now(),
    endedAt: null,
  };
}
