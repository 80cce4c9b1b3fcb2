/** Validates the terms of an amendment against its loan, and describes them. Pure. */

import { invalidInput } from '@nameloan/contracts/field-errors';
import { formatDate } from '@nameloan/contracts/format-date';
import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { formatCents } from '@nameloan/contracts/money';
import type { TermsVersion } from '@nameloan/loan-math/balance-terms';
import { addDays, utcDay } from '@nameloan/loan-math/calendar-day';
import { loanBounds } from '@nameloan/loan-math/loan-bounds';
import type { AmendmentDraft, AmendmentTerms } from '../../../loan/amendment.ts';
import { maxAmendedDays, maxFeeShare } from '../../../loan/amendment.ts';
import type { Balance } from '../../balance/balance.ts';
import { computePrincipalCents } from '../../balance/balance.ts';
import { findPresentTerms, replayLoan } from '../../balance/replay-loan.ts';
import type { Escrow, Receipt } from '../../escrow.ts';
import { extendPlan, findNextEnd } from './changed-terms.ts';
import type { Errors } from './new-plan.ts';
import { checkNewPlan } from './new-plan.ts';
import { assertRateCanChange } from './rate-change.ts';

type AmendableLoan = Escrow & { receipt: Receipt; dueAt: Date };

/** Throws INVALID_INPUT with the fields that are wrong on `day`, CONFLICT as a new rate does. */
export function assertAmendmentTerms(escrow: Escrow, draft: AmendmentDraft, day: Date): void {
  const { receipt, dueAt } = escrow;
  // The guards of every transition require the receipt.
  if (receipt === null || dueAt === null) return;
  const loan = { ...escrow, receipt, dueAt };
  const errors: Errors = {
    ...checkFields(draft),
    ...checkFee(loan, draft, day),
    ...(draft.kind === 'WAIVE' ? checkWaiver(loan, draft, day) : {}),
    ...checkRate(loan, draft),
    ...(draft.kind === 'EXTEND' ? checkDue(loan, draft, day) : {}),
    ...(draft.kind === 'PRINCIPAL_DOWN' ? checkLowered(loan, draft.terms, day) : {}),
    ...(draft.kind === 'PRINCIPAL_UP' ? checkRaised(loan, draft, day) : {}),
    ...(draft.kind === 'PLAN'
      ? checkNewPlan(loan, draft, { day, waitDays: findWaitDays(loan, draft, day) })
      : {}),
  };
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
  assertRateCanChange(escrow, draft, day);
}

/** Until an agreement of `day` counts at the latest. */
function findWaitDays(loan: Escrow, draft: AmendmentDraft, day: Date): number {
  const { amendmentSigningDays, standstillDays } = loanCalendar;
  return computeDueCents(loan, draft, day) > 0 ? standstillDays : amendmentSigningDays;
}

const fieldsOfKind = {
  EXTEND: ['due', 'rateBps'],
  RATE: ['rateBps'],
  PLAN: ['plan', 'due'],
  PRINCIPAL_UP: ['amountCents'],
  PRINCIPAL_DOWN: ['amountCents'],
  WAIVE: ['lateFeesCents', 'defaultInterestCents'],
} as const satisfies Record<AmendmentDraft['kind'], readonly (keyof AmendmentTerms)[]>;

/** As the API names them. */
const fieldNames: Record<keyof AmendmentTerms, string> = {
  due: 'terms.due',
  rateBps: 'terms.rate',
  plan: 'terms.plan',
  amountCents: 'terms.amount',
  lateFeesCents: 'terms.lateFees',
  defaultInterestCents: 'terms.defaultInterest',
};

/** A term of another kind would be lost without a word. */
function checkFields({ kind, terms }: AmendmentDraft): Errors {
  const allowed: readonly string[] = fieldsOfKind[kind];
  const wrong = (Object.keys(fieldNames) as (keyof AmendmentTerms)[]).filter(
    (field) => terms[field] != null && !allowed.includes(field),
  );
  return Object.fromEntries(
    wrong.map((field) => [fieldNames[field], `${kind} does not change this.`]),
  );
}

function checkFee(loan: AmendableLoan, { feeCents }: AmendmentDraft, day: Date): Errors {
  const maxCents = Math.floor(computePrincipalCents(loan, loan.receipt, day) * maxFeeShare);
  if (Number.isSafeInteger(feeCents) && feeCents >= 0 && feeCents <= maxCents) return {};
  return { fee: `The fee is at most a tenth of the principal, ${formatCents(maxCents)}.` };
}

/** A higher fee would be a cost of the loan that no country rule has seen. */
function checkWaiver(loan: AmendableLoan, { terms, feeCents }: AmendmentDraft, day: Date): Errors {
  const amounts = [terms.lateFeesCents ?? 0, terms.defaultInterestCents ?? 0];
  if (amounts.some((cents) => !Number.isSafeInteger(cents) || cents < 0))
    return { terms: 'An amount cannot be negative.' };
  if (amounts.every((cents) => cents === 0))
    return { terms: 'Enter the late fees or the default interest to waive.' };
  if (feeCents === 0) return {};
  const waived = findWaiver(replayLoan(loan, loan.receipt, { day }), terms);
  const maxCents = waived.feesCents + waived.defaultInterestCents;
  if (feeCents <= maxCents) return {};
  return { fee: `The fee of a waiver is at most what it waives, ${formatCents(maxCents)}.` };
}

function checkRate(loan: AmendableLoan, { kind, terms }: AmendmentDraft): Errors {
  const { rateBps } = terms;
  if (rateBps == null)
    return kind === 'RATE' ? { [fieldNames.rateBps]: 'Enter the new rate.' } : {};
  const { min, max } = loanBounds.rateBps;
  if (!Number.isInteger(rateBps) || rateBps < min || rateBps > max)
    return { [fieldNames.rateBps]: `The rate is from ${min / 100} % to ${max / 100} %.` };
  if (kind === 'RATE' && rateBps === findPresentTerms(loan, loan.receipt).rateBps)
    return { [fieldNames.rateBps]: 'This is the present rate.' };
  return {};
}

function checkDue(loan: AmendableLoan, draft: AmendmentDraft, day: Date): Errors {
  const field = fieldNames.due;
  const { due } = draft.terms;
  if (due == null) return { [field]: 'Enter the new due date.' };
  // With an earlier one the loan could be due before the extension counts.
  const countsBy = addDays(utcDay(day), findWaitDays(loan, draft, day));
  const earliest = new Date(Math.max(+utcDay(loan.dueAt), +countsBy));
  if (due <= earliest) return { [field]: `The new due date is after ${formatDate(earliest)}.` };
  const late = checkLastDue(loan, due);
  if (late) return { [field]: late };
  const present = findPresentTerms(loan, loan.receipt);
  const plan = extendPlan(present, due);
  if (!plan) return { [field]: describeEnds(present) };
  if (plan.kind === 'BALLOON' && (plan.balloonOf ?? 0) <= plan.instalments)
    return { [field]: 'The balloon is computed over fewer payments. Propose another plan.' };
  return {};
}

/** The lender sends what is left of it after the set-off; below $1 no payment can be reported. */
function checkRaised(loan: AmendableLoan, draft: AmendmentDraft, day: Date): Errors {
  const field = fieldNames.amountCents;
  const { amountCents } = draft.terms;
  if (amountCents == null) return { [field]: 'Enter how much the principal grows by.' };
  const maxCents = loanBounds.amountCents.max - computePrincipalCents(loan, loan.receipt, day);
  const setOffCents = amountCents - computeAdvanceCents(loan, draft, day);
  const minCents = setOffCents + minDueCents;
  if (Number.isSafeInteger(amountCents) && amountCents >= minCents && amountCents <= maxCents)
    return {};
  const why =
    setOffCents > 0 ? ', so that money is left after the fee and what is paid with it' : '';
  return {
    [field]: `The amount is from ${formatCents(minCents)} to ${formatCents(Math.max(minCents, maxCents))}${why}.`,
  };
}

/** All of the principal is repaid by a claim of repayment. */
function checkLowered(loan: AmendableLoan, { amountCents }: AmendmentTerms, day: Date): Errors {
  const field = fieldNames.amountCents;
  const maxCents = computePrincipalCents(loan, loan.receipt, day) - minDueCents;
  if (amountCents == null) return { [field]: 'Enter how much of the principal is repaid.' };
  if (Number.isSafeInteger(amountCents) && amountCents >= minDueCents && amountCents <= maxCents)
    return {};
  return {
    [field]: `The amount is from ${formatCents(minDueCents)} to ${formatCents(maxCents)}, so that principal is left.`,
  };
}

function describeEnds(present: TermsVersion): string {
  const next = findNextEnd(present);
  return next
    ? `The payments move on by whole periods: the next possible last payment is on ${formatDate(next)}.`
    : 'The plan has the most payments already. Propose another plan.';
}

function checkLastDue(loan: AmendableLoan, due: Date): string | null {
  const latest = addDays(utcDay(loan.receipt.at), maxAmendedDays);
  return due > latest ? `The last due date is at the latest ${formatDate(latest)}.` : null;
}

/** Below this no payment can be reported. */
const minDueCents = 100;

/** What is paid for the change if it is agreed on `day`, US cents: by the lender for a higher principal, or by the borrower. */
export function computeDueCents(escrow: Escrow, draft: AmendmentDraft, day: Date): number {
  if (draft.kind === 'PRINCIPAL_UP') return computeAdvanceCents(escrow, draft, day);
  const cents = computeChargesCents(escrow, draft, day) + (draft.terms.amountCents ?? 0);
  // What is below $1 stays due.
  return cents < minDueCents ? 0 : cents;
}

/** The fee and what is paid with the change are set off. */
const computeAdvanceCents = (escrow: Escrow, draft: AmendmentDraft, day: Date): number =>
  (draft.terms.amountCents ?? 0) - computeChargesCents(escrow, draft, day);

/** The fee, and the interest and late charges that are paid with the change. */
function computeChargesCents(
  escrow: Escrow,
  { feeCents, interest, terms }: AmendmentDraft,
  day: Date,
): number {
  const { receipt } = escrow;
  if (receipt === null || interest !== 'PAY') return feeCents;
  const owed = replayLoan(escrow, receipt, { day });
  const { feesCents, defaultInterestCents } = findWaiver(owed, terms);
  const accrued =
    owed.interestCents +
    owed.feesCents +
    owed.defaultInterestCents -
    feesCents -
    defaultInterestCents;
  return feeCents + accrued;
}

/** What is waived of what is owed. */
export function findWaiver(
  owed: Pick<Balance, 'feesCents' | 'defaultInterestCents'>,
  { lateFeesCents, defaultInterestCents }: AmendmentTerms,
): { feesCents: number; defaultInterestCents: number } {
  return {
    feesCents: Math.min(owed.feesCents, lateFeesCents ?? 0),
    defaultInterestCents: Math.min(owed.defaultInterestCents, defaultInterestCents ?? 0),
  };
}
