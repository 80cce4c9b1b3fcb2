/** Reversal of a deposit: a refund by us, or a dispute by the payer's bank. Pure. */

export type ReversalKind = 'REFUND' | 'DISPUTE';

/**
 * TAKEN: debited from the balance. LOST: the bank decided the dispute for the payer. UNDONE: credited again, because
 * the refund failed or we won the dispute.
 */
export type ReversalStatus = 'TAKEN' | 'LOST' | 'UNDONE';

/** A reversal as the provider reports it. */
export interface ProviderReversal {
  /** `provider:id`. */
  id: string;
  kind: ReversalKind;
  /** Null for the full credited amount. */
  amountCents: number | null;
  status: ReversalStatus;
}

/** An applied reversal. */
export interface Reversal {
  id: string;
  version: number;
  kind: ReversalKind;
  status: ReversalStatus;
  /** The reversed deposit. */
  depositId: string;
  amountCents: number;
  createdAt: Date;
}

const ranks: Record<ReversalStatus, number> = { TAKEN: 1, LOST: 2, UNDONE: 3 };

/** Steps from the known to the reported status, in order; empty for a repeated or outdated report. */
export function pendingSteps(
  reported: ReversalStatus,
  known: ReversalStatus | undefined,
): ReversalStatus[] {
  const from = known ? ranks[known] : 0;
  if (ranks[reported] <= from) return [];
  return known || reported === 'TAKEN' ? [reported] : ['TAKEN', reported];
}

/** Sign of a step's effect on the balance. */
export const effects: Record<ReversalStatus, -1 | 0 | 1> = { TAKEN: -1, LOST: 0, UNDONE: 1 };

/**
 * Cents that each reversal of a payment debits, by reversal id. Money that arrived but was not credited is reversed
 * first, without a debit.
 */
export function computeDebitedCents(
  all: readonly ProviderReversal[],
  known: ReadonlyMap<string, Reversal>,
  { arrivedCents, creditedCents }: { arrivedCents: number | null; creditedCents: number },
): Map<string, number> {
  const debited = new Map<string, number>();
  let uncreditedCents = Math.max(0, (arrivedCents ?? creditedCents) - creditedCents);
  const earlierFirst = all.toSorted((a, b) => Number(known.has(b.id)) - Number(known.has(a.id)));
  for (const { id, amountCents, status } of earlierFirst) {
    const before = known.get(id);
    const reversedCents = amountCents ?? creditedCents;
    const fromUncredited = amountCents === null ? 0 : Math.min(uncreditedCents, reversedCents);
    const cents = before?.amountCents ?? Math.min(reversedCents - fromUncredited, creditedCents);
    debited.set(id, cents);
    if (status === 'UNDONE' || before?.status === 'UNDONE') continue;
    uncreditedCents = Math.max(0, uncreditedCents - (reversedCents - cents));
  }
  return debited;
}
