/** Which selected domains an action can be applied to, and why it leaves the others out. Pure. */

import { amountAfterDays } from '@nameloan/loan-math/interest';
import type { LoanBounds } from '@nameloan/loan-math/loan-bounds';
import { newLoanAccrual } from '@nameloan/loan-math/loan-costs';
import { findBlockedReason } from '../dialog/domain-actions.ts';
import type { DomainRowFragment } from '../dialog/domain-row.generated.ts';

export type SelectionAction = 'LIST' | 'UNLIST' | 'REMOVE';

type Row = DomainRowFragment;

/** A name with what is said about it: an amount, or why it is left out. */
export interface NamedNote {
  id: string;
  name: string;
  note?: string;
}

export interface Split {
  ready: Row[];
  leftOut: NamedNote[];
}

const unknown = 'This can’t be done right now.';

function findReason(domain: Row, action: SelectionAction): string | undefined {
  if (action === 'UNLIST') {
    if (domain.listing?.actions.includes('CLOSE')) return undefined;
    return domain.listed ? unknown : 'This domain isn’t listed.';
  }
  if (domain.actions.includes(action)) return undefined;
  return findBlockedReason(domain, action) ?? unknown;
}

export function splitSelection(rows: readonly Row[], action: SelectionAction): Split {
  return splitBy(rows, (row) => findReason(row, action));
}

/** `getReason`: undefined for a row that is not left out. */
function splitBy(rows: readonly Row[], getReason: (row: Row) => string | undefined): Split {
  const reasons = rows.map((row) => ({ row, note: getReason(row) }));
  return {
    ready: reasons.flatMap(({ row, note }) => (note === undefined ? [row] : [])),
    leftOut: reasons.flatMap(({ row, note }) =>
      note === undefined ? [] : [{ id: row.id, name: row.unicodeName, note }],
    ),
  };
}

/** Where the amount of each listing comes from; undefined while the input is not valid. */
export type AmountChoice =
  | { amountCents: number | undefined }
  | { percentOfValue: number | undefined };

/** The rows that can be listed with these amounts. */
export function splitByEstimate({ ready, leftOut }: Split, choice: AmountChoice): Split {
  if ('amountCents' in choice) return { ready, leftOut };
  const split = splitBy(ready, ({ appraisal }) =>
    appraisal ? undefined : 'There is no estimate of its value. List it with an amount.',
  );
  return { ready: split.ready, leftOut: [...leftOut, ...split.leftOut] };
}

/** The same figure as the server's: rounded down to a cent. */
export function computeAmount(row: Row, choice: AmountChoice): number | undefined {
  if ('amountCents' in choice) return choice.amountCents;
  const { percentOfValue } = choice;
  if (percentOfValue === undefined || !row.appraisal) return undefined;
  return Math.floor((row.appraisal.mid * percentOfValue) / 10_000);
}

export interface SelectionCosts {
  receivesCents: number;
  repaysCents: number;
  interestCents: number;
  transferFeeCents: number;
}

export interface SelectionTerms {
  /** Undefined while the input is not valid. */
  termDays: number | undefined;
  rateBps: number | undefined;
  bounds: LoanBounds;
}

const isWithin = (
  value: number | undefined,
  { min, max }: { min: number; max: number },
): value is number => value !== undefined && value >= min && value <= max;

/** The sums over all loans, each with its transfer fee. Undefined if a number is missing or out of range. */
export function sumCosts(
  rows: readonly Row[],
  choice: AmountChoice,
  { termDays, rateBps, bounds }: SelectionTerms,
): SelectionCosts | undefined {
  if (!isWithin(termDays, bounds.termDays) || !isWithin(rateBps, bounds.rateBps)) return undefined;
  const sums = { receivesCents: 0, repaysCents: 0, interestCents: 0, transferFeeCents: 0 };
  for (const row of rows) {
    const amountCents = computeAmount(row, choice);
    if (!isWithin(amountCents, bounds.amountCents)) return undefined;
    const repaysCents = amountAfterDays(
      { amountCents, rateBps, accrual: newLoanAccrual },
      termDays,
    );
    sums.receivesCents += amountCents;
    sums.repaysCents += repaysCents;
    sums.interestCents += repaysCents - amountCents;
    sums.transferFeeCents += row.status === 'CUSTODY_PAID' ? 0 : (row.transferFee ?? 0);
  }
  return sums;
}

export interface SelectionResult {
  done: NamedNote[];
  failed: NamedNote[];
}

/** Joins the rows that were sent with the server's results, which have their order. */
export function readResults(
  rows: readonly Row[],
  results: readonly { error: { message: string } | null }[],
): SelectionResult {
  const all = rows.map(({ id, unicodeName: name }, index) => ({
    id,
    name,
    // A result that is missing is no success.
    error: results[index] === undefined ? unknown : (results[index].error?.message ?? null),
  }));
  return {
    done: all.flatMap(({ id, name, error }) => (error === null ? [{ id, name }] : [])),
    failed: all.flatMap(({ id, name, error }) =>
      error === null ? [] : [{ id, name, note: error }],
    ),
  };
}
