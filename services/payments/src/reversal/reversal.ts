/** Money of a deposit that went back to its payer: given back by us, or taken back by the payer's bank. Pure. */

export type ReversalKind = 'REFUND' | 'DISPUTE';

/**
 * TAKEN from the balance. LOST: a dispute that the bank decided for the payer. UNDONE: the money is ours
 * again, because the refund did not reach the payer or the dispute was won.
 */
export type ReversalStatus = 'TAKEN' | 'LOST' | 'UNDONE';

/** What a provider says of one reversal. */
export interface ProviderReversal {
  /** The provider and its own id. */
  id: string;
  kind: ReversalKind;
  /** Null: all that the payment was credited for. */
  amountCents: number | null;
  status: ReversalStatus;
}

/** One that had its effect. */
export interface Reversal {
  id: string;
  version: number;
  kind: ReversalKind;
  status: ReversalStatus;
  /** The deposit whose money it is. */
  depositId: string;
  amountCents: number;
  createdAt: Date;
}

const ranks: Record<ReversalStatus, number> = { TAKEN: 1, LOST: 2, UNDONE: 3 };

/** What is still to be done for a reversal to be as told, in order; what was told late or again is nothing. */
export function pendingSteps(
  told: ReversalStatus,
  known: ReversalStatus | undefined,
): ReversalStatus[] {
  const from = known ? ranks[known] : 0;
  if (ranks[told] <= from) return [];
  return known || told === 'TAKEN' ? [told] : ['TAKEN', told];
}

/** By how much a step changes the balance, in shares of the amount. */
export const effects: Record<ReversalStatus, -1 | 0 | 1> = { TAKEN: -1, LOST: 0, UNDONE: 1 };

/**
 * What each of those that a provider tells of one payment takes from the balance, in cents, by its id. What came and
 * was not credited goes back first: nobody here has it.
 */
export function computeDebitedCents(
  all: readonly ProviderReversal[],
  known: ReadonlyMap<string, Reversal>,
  { arrivedCents, creditedCents }: { arrivedCents: number | null; creditedCents: number },
): Map<string, number> {
  const taken = new Map<string, number>();
  let spareCents = Math.max(0, (arrivedCents ?? creditedCents) - creditedCents);
  const earlierFirst = all.toSorted((a, b) => Number(known.has(b.id)) - Number(known.has(a.id)));
  for (const { id, amountCents, status } of earlierFirst) {
    const before = known.get(id);
    const backCents = amountCents ?? creditedCents;
    const ofSpare = amountCents === null ? 0 : Math.min(spareCents, backCents);
    const cents = before?.amountCents ?? Math.min(backCents - ofSpare, creditedCents);
    taken.set(id, cents);
    if (status === 'UNDONE' || before?.status === 'UNDONE') continue;
    spareCents = Math.max(0, spareCents - (backCents - cents));
  }
  return taken;
}
