/** Money set aside for a fee: held, then captured or released, and nothing else. */

import { DomainError } from '@nameloan/contracts/errors.ts';

export type HoldKind = 'TRANSFER_FEE' | 'RENEWAL_FEE';
export type HoldStatus = 'HELD' | 'CAPTURED' | 'RELEASED';

export interface Hold {
  /** Made by whoever asks. */
  id: string;
  version: number;
  status: HoldStatus;
  /** Null in all four of a hold that was released before it arrived. */
  accountId: string | null;
  amountCents: number | null;
  kind: HoldKind | null;
  transactionId: string | null;
  /** What the fee is for: the domain's name. */
  reference: string | null;
  createdAt: Date;
  endedAt: Date | null;
}

/** A hold that has really set money aside. */
export type PlacedHold = Hold & {
  accountId: string;
  amountCents: number;
  kind: HoldKind;
  transactionId: string;
};

/** What a question says of a hold. */
export interface HoldRequest {
  holdId: string;
  accountId: string;
  amountCents: number;
  kind: HoldKind;
  reference: string;
}

function isPlaced(hold: Hold): hold is PlacedHold {
  return hold.accountId !== null && hold.amountCents !== null && hold.transactionId !== null;
}

/** The hold with its money. Asking it of one that never had any is a bug. */
export function assertPlaced(hold: Hold): PlacedHold {
  if (!isPlaced(hold)) throw new Error(`hold ${hold.id} never set anything aside`);
  return hold;
}

/** The answer to a hold that is asked for again. CONFLICT where it is another one or was released. */
export function repeatHold(hold: Hold, asked: HoldRequest): 'HELD' | 'CAPTURED' {
  if (hold.status === 'RELEASED') {
    throw new DomainError('CONFLICT', 'This hold was released and cannot be placed again.', {
      reason: 'HOLD_ENDED',
    });
  }
  const same =
    hold.accountId === asked.accountId &&
    hold.amountCents === asked.amountCents &&
    hold.kind === asked.kind;
  if (!same)
    throw new DomainError('CONFLICT', 'This hold exists already with other terms.', {
      reason: 'STALE',
    });
  return hold.status;
}
