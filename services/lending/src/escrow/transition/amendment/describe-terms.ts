/** Describes the terms of an amendment in its history, notifications and document. Pure. */

import { formatDate } from '@nameloan/contracts/format-date';
import { formatCents } from '@nameloan/contracts/money';
import type { PlanKind, PlanTerms } from '@nameloan/loan-math/plan-terms';
import type { AmendmentDraft, AmendmentKind } from '../../../loan/amendment.ts';

const planTexts: Record<PlanKind, string> = {
  BULLET: 'one payment',
  INTEREST_ONLY: 'payments of interest, with the principal in the last one',
  INSTALMENTS: 'equal payments',
  EQUAL_PRINCIPAL: 'payments of equal principal with interest',
  BALLOON: 'equal payments, with the rest in the last one',
  CUSTOM: 'payments on chosen days',
};

/** "12 monthly equal payments". */
export function describePlan({ kind, period, instalments }: PlanTerms): string {
  if (kind === 'BULLET') return planTexts.BULLET;
  const often = period === 'MONTH' ? 'monthly' : `${Number.parseInt(period, 10)}-day`;
  return kind === 'CUSTOM'
    ? `${instalments} ${planTexts.CUSTOM}`
    : `${instalments} ${often} ${planTexts[kind]}`;
}

/** "Due on May 1, 2027, at 15 % a year; fee $100.00; interest to date is paid." */
export function describeTerms({ kind, terms, feeCents, interest }: AmendmentDraft): string {
  const { due, rateBps, plan, amountCents, lateFeesCents, defaultInterestCents } = terms;
  const parts = [
    plan && describePlan(plan),
    due && `due on ${formatDate(due)}`,
    amountCents && describeAmount(kind, amountCents),
    rateBps != null && `${rateBps / 100} % a year`,
    lateFeesCents && `late fees of up to ${formatCents(lateFeesCents)} waived`,
    defaultInterestCents && `default interest of up to ${formatCents(defaultInterestCents)} waived`,
    feeCents > 0 && `fee ${formatCents(feeCents)}`,
    interest === 'PAY' && 'interest to date is paid with the change',
  ].filter(Boolean);
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const describeAmount = (kind: AmendmentKind, cents: number): string =>
  kind === 'PRINCIPAL_UP'
    ? `${formatCents(cents)} of further principal`
    : `${formatCents(cents)} of the principal repaid`;
