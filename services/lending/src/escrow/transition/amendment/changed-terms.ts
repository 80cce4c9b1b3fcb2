/** The terms that an amendment brings, and the payments that follow from them. Pure. */

import type { BalanceRow, TermsVersion } from '@nameloan/loan-math/balance-terms';
import { addDays, utcDay, wholeDays } from '@nameloan/loan-math/calendar-day';
import { planBounds } from '@nameloan/loan-math/plan-check';
import { listDueDays, listPeriodEnds, toDate, toDayNumber } from '@nameloan/loan-math/plan-days';
import type { PlanTerms } from '@nameloan/loan-math/plan-terms';
import type { AmendmentDraft, AmendmentKind, ChangedTerms } from '../../../loan/amendment.ts';
import { maxAmendedDays } from '../../../loan/amendment.ts';
import { findPresentTerms, replayLoan } from '../../balance/replay-loan.ts';
import type { Escrow, Receipt } from '../../escrow.ts';

type ReceivedLoan = Escrow & { receipt: Receipt };

/** UTC midnights: the first day of the terms, and the day of the agreement, from which a new plan counts. */
interface Days {
  from: Date;
  agreedOn: Date;
}

/** Null for a waiver and another principal, which change no terms. */
export function computeChangedTerms(
  loan: ReceivedLoan,
  { kind, terms }: AmendmentDraft,
  { from, agreedOn }: Days,
): ChangedTerms | null {
  if (keepsTerms(kind)) return null;
  const present = findPresentTerms(loan, loan.receipt);
  const rateBps = terms.rateBps ?? present.rateBps;
  const anchor = terms.plan ? agreedOn : findAnchor(present);
  const plan = terms.plan ?? (terms.due ? extendPlan(present, terms.due) : null) ?? present.plan;
  const stated = terms.due ? wholeDays(anchor, terms.due) : (present.termDays ?? loan.termDays);
  const last = listDueDays(plan, toDayNumber(anchor), stated).at(-1);
  const termDays = last === undefined ? stated : last - toDayNumber(anchor);
  const isMoved = anchor.getTime() !== utcDay(loan.receipt.at).getTime();
  return { from, rateBps, termDays, plan, ...(isMoved ? { datesFrom: anchor } : {}) };
}

const keepsTerms = (kind: AmendmentKind): boolean =>
  kind === 'WAIVE' || kind === 'PRINCIPAL_UP' || kind === 'PRINCIPAL_DOWN';

/** The last due day on these terms, UTC midnight. */
export function findLastDue(loan: ReceivedLoan, { datesFrom, termDays }: ChangedTerms): Date {
  return toDate(toDayNumber(datesFrom ?? loan.receipt.at) + termDays);
}

const findAnchor = ({ datesFrom, from }: TermsVersion): Date => utcDay(datesFrom ?? from);

/** The plan with its last payment due on `due`: more periods, or a later last row. Null if no period ends on that day. */
export function extendPlan(present: TermsVersion, due: Date): PlanTerms | null {
  const { plan } = present;
  if (plan.kind === 'BULLET') return plan;
  if (plan.kind === 'CUSTOM') {
    const day = wholeDays(findAnchor(present), due);
    return { ...plan, rows: [...(plan.rows ?? []).slice(0, -1), { day, cents: null }] };
  }
  const instalments = listEnds(present).indexOf(toDayNumber(due)) + 1;
  return instalments > plan.instalments ? { ...plan, instalments } : null;
}

/**
 * The last due days that an extension agreed on `day` can choose, UTC midnights. Null where any day can be chosen: one
 * payment, or dates that were chosen; and before the receipt.
 */
export function listExtensionDays(loan: Escrow, day: Date): Date[] | null {
  const { receipt, dueAt } = loan;
  if (receipt === null || dueAt === null) return null;
  const present = findPresentTerms(loan, receipt);
  const { kind, instalments, balloonOf } = present.plan;
  if (kind === 'BULLET' || kind === 'CUSTOM') return null;
  // A balloon is computed over more payments than there are.
  const max = kind === 'BALLOON' ? (balloonOf ?? 0) - 1 : undefined;
  const earliest = new Date(Math.max(+utcDay(dueAt), +utcDay(day)));
  const latest = addDays(utcDay(receipt.at), maxAmendedDays);
  return listEnds(present)
    .slice(instalments, max)
    .map(toDate)
    .filter((end) => end > earliest && end <= latest);
}

/** The end of the first period after the present plan; null where it has none, or the most payments. */
export function findNextEnd(present: TermsVersion): Date | null {
  const end = listEnds(present)[present.plan.instalments];
  return end === undefined ? null : toDate(end);
}

const listEnds = (present: TermsVersion): number[] =>
  listPeriodEnds(present.plan, toDayNumber(findAnchor(present)), planBounds.instalments.max);

interface Payment {
  day: Date;
  /** The agreed money, US cents, of which the fee is paid; absent: what lowers the principal, without the fee. */
  dueCents?: number;
}

/** The payments from the day on if the amendment counts from it, with its money; none after a waiver. */
export function listAmendedRows(
  loan: ReceivedLoan,
  draft: AmendmentDraft,
  { day, dueCents }: Payment,
): readonly BalanceRow[] {
  const on = utcDay(day);
  const { kind, feeCents } = draft;
  const [raised, lowered] = splitAmount(draft);
  const changed = computeChangedTerms(loan, draft, { from: on, agreedOn: on });
  if (kind === 'WAIVE') return [];
  const fees = dueCents === undefined || feeCents === 0 ? [] : [{ day: on, cents: feeCents }];
  const after = {
    ...loan,
    agreedFees: [...(loan.agreedFees ?? []), ...fees],
    changedTerms: [...(loan.changedTerms ?? []), ...(changed ? [changed] : [])],
    advances: [
      ...(loan.advances ?? []),
      ...(raised ? [{ id: '~', day: on, amountCents: raised, deemedAt: null }] : []),
    ],
  };
  const amountCents = raised && dueCents !== undefined ? raised - dueCents : (dueCents ?? lowered);
  const payment = {
    id: '~',
    day: on,
    amountCents,
    amendment: (loan.lastAmendment ?? 0) + 1,
    ...(lowered ? { principalCents: lowered } : {}),
  };
  const more = amountCents > 0 ? [payment] : [];
  const { rows } = replayLoan(after, loan.receipt, { day: on, more });
  return rows.filter(({ state }) => state !== 'PAID');
}

/** What the principal is raised and lowered by, US cents. */
export function splitAmount({
  kind,
  terms,
}: Pick<AmendmentDraft, 'kind' | 'terms'>): [raised: number, lowered: number] {
  const cents = terms.amountCents ?? 0;
  return kind === 'PRINCIPAL_UP' ? [cents, 0] : [0, cents];
}
