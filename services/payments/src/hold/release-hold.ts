/** Request handler: releases a hold. An unknown hold is stored as released, so that its late request is rejected. */

import { DomainError } from '@nameloan/contracts/errors';
import type { Tx } from '@nameloan/persistence/tx';
import { now } from '@nameloan/runtime/clock';
import { readAccount, updateAccount } from '../ledger/account.model.ts';
import { unreserve } from '../ledger/account.ts';
import { commitIdempotently } from '../ledger/commit-idempotently.ts';
import { transactions } from '../transaction/transaction.model.ts';
import { holds } from './hold.model.ts';
import type { Hold } from './hold.ts';
import { assertPlaced } from './hold.ts';

/** CONFLICT when the hold was captured. */
export function releaseHold({ holdId }: { holdId: string }): Promise<{ status: 'RELEASED' }> {
  return commitIdempotently(async (tx) => {
    const found = await holds.find(holdId, tx);
    if (found?.status === 'CAPTURED') {
      throw new DomainError('CONFLICT', 'This hold was charged and cannot be released.', {
        reason: 'HOLD_ENDED',
      });
    }
    return release(holdId, found, tx);
  });
}

/** Ends a hold that was not captured; `found` is its record, if there is one. */
export async function release(
  holdId: string,
  found: Hold | undefined,
  tx: Tx,
): Promise<{ status: 'RELEASED' }> {
  if (!found) await rememberReleased(holdId, tx);
  if (!found || found.status === 'RELEASED') return { status: 'RELEASED' };
  const hold = assertPlaced(found);
  const { accountId, amountCents, kind, transactionId } = hold;
  const endedAt = now();
  const account = await readAccount(accountId, tx);
  await updateAccount(account, unreserve(account, amountCents), tx);
  const transaction = await transactions.get(transactionId, tx);
  const reason = 'The fee was returned.';
  await transactions.update(transaction, { ...transaction, status: 'FAILED', endedAt, reason }, tx);
  const updated = await holds.update(found, { ...hold, status: 'RELEASED', endedAt }, tx);
  tx.emit('payments.hold.released', updated, { holdId, accountId, amountCents, kind });
  return { status: 'RELEASED' };
}

async function rememberReleased(id: string, tx: Tx): Promise<void> {
  const at = now();
  const empty = { accountId: null, amountCents: null, kind: null };
  await holds.add(
    {
      id,
      version: 1,
      status: 'RELEASED',
      ...empty,
      transactionId: null,
      reference: null,
      createdAt: at,
      endedAt: at,
    },
    tx,
  );
}
