/** Request handler: holds a fee on an account's balance. Idempotent per hold id. */

import { now } from '@nameloan/runtime/clock';
import { newId } from '@nameloan/runtime/id';
import { readAccount, updateAccount } from '../ledger/account.model.ts';
import { reserve } from '../ledger/account.ts';
import { commitIdempotently } from '../ledger/commit-idempotently.ts';
import { transactions } from '../transaction/transaction.model.ts';
import { holds } from './hold.model.ts';
import type { Hold, HoldRequest } from './hold.ts';
import { repeatHold } from './hold.ts';

/** BALANCE_TOO_LOW names the missing amount; CONFLICT if the hold was released or exists with other terms. */
export function placeHold(request: HoldRequest): Promise<{ status: 'HELD' | 'CAPTURED' }> {
  return commitIdempotently(async (tx) => {
    const before = await holds.find(request.holdId, tx);
    if (before) return { status: repeatHold(before, request) };
    const { holdId, accountId, amountCents, kind } = request;
    const account = await readAccount(accountId, tx);
    await updateAccount(account, reserve(account, amountCents), tx);
    const transactionId = newId();
    const hold = await holds.add(newHold(request, transactionId), tx);
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
        domainName: request.reference,
        returnedCents: null,
        session: null,
      },
      tx,
    );
    tx.emit('payments.hold.placed', hold, { holdId, accountId, amountCents, kind });
    return { status: 'HELD' };
  });
}

function newHold(request: HoldRequest, transactionId: string): Hold {
  return {
    id: request.holdId,
    version: 1,
    status: 'HELD',
    accountId: request.accountId,
    amountCents: request.amountCents,
    kind: request.kind,
    transactionId,
    reference: request.reference,
    createdAt: now(),
    endedAt: null,
  };
}
