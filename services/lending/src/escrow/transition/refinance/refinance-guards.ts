/** Guards of a refinancing, and of transitions that one excludes. */

import { loanCalendar } from '@nameloan/contracts/loan-calendar';
import { addDays } from '@nameloan/loan-math/calendar-day';
import { findPayoffLeg } from '../../balance/advances.ts';
import type { Escrow } from '../../escrow.ts';
import type { Guard } from '../guards.ts';
import { buildGuard, fail } from '../guards.ts';

const isLeg = ({ leg }: { leg?: string | null }): boolean => Boolean(leg);

/** The old lender may take the domain whatever is paid, so a payment of another lender would not be safe. */
const isUnprotected = ({ maySeize, blockingClaimUsed }: Escrow): boolean =>
  Boolean(maySeize || blockingClaimUsed);

const hasOpenSurplus = ({ replacing }: Escrow): boolean =>
  replacing?.legs.some(
    ({ leg, confirmedCents, deniedAt }) =>
      leg === 'SURPLUS' && confirmedCents === null && deniedAt === null,
  ) ?? false;

export const refinanceGuards = {
  replacing: buildGuard(
    ({ replacing }) => Boolean(replacing),
    'NOT_REFINANCED',
    'This loan does not refinance another one.',
  ),
  /** Before the money, files prove only payments to an old lender. */
  paidFromHere: buildGuard(
    ({ status, replacing }) => status !== 'NEW' || Boolean(replacing),
    'NOT_REFINANCED',
    'Files can be added once the loan is marked as paid.',
  ),
  replaced: buildGuard(
    ({ replacement }) => Boolean(replacement),
    'NOT_REFINANCED',
    'This loan is not being refinanced.',
  ),
  /** An amendment would change what the payoff letter says. */
  noAmendment: buildGuard(
    ({ amendment }) => !amendment,
    'AMENDMENT_LIVE',
    'An amendment of this loan is open. Answer or withdraw it, or wait until it ends, and refinance the loan then.',
  ),
  termsFixed: buildGuard(
    ({ replacement }) => !replacement,
    'REFINANCE_UNDER_WAY',
    'This loan is being refinanced, so its terms can’t change. Cancel the new loan first.',
  ),
  notReplaced: buildGuard(
    ({ replacement }) => !replacement,
    'REFINANCE_UNDER_WAY',
    'This loan is already being refinanced. Cancel the new loan first.',
  ),
  protectable: buildGuard(
    (escrow) => !isUnprotected(escrow),
    'IN_GRACE',
    'The lender may take the domain at any time, so another lender’s payment would not be safe. Repay the loan instead.',
  ),
  letterOpen: buildGuard(
    ({ replacement }) => !replacement?.letter,
    'ALREADY_DONE',
    'The payoff letter has already been answered.',
  ),
  legOpen: buildGuard(
    ({ openPayments }) => Boolean(openPayments?.some(isLeg)),
    'NO_PAYMENT',
    'No payment of the refinancing waits for an answer.',
  ),
  surplusOpen: buildGuard(
    hasOpenSurplus,
    'NO_PAYMENT',
    'No payment of the refinancing waits for an answer.',
  ),
  /** A buyer would take over an advance about which the parties do not agree yet. */
  surplusAnswered: buildGuard(
    (escrow) => !hasOpenSurplus(escrow),
    'PAYMENT_OPEN',
    'The borrower has not confirmed the surplus of the refinancing yet.',
  ),
  /** On the new loan. */
  payoffNotReported: buildGuard(
    (escrow) => findPayoffLeg(escrow) === null,
    'REFINANCE_PAID',
    'The payment of the payoff is reported. The loan cannot be cancelled before the old lender answers.',
  ),
  payoffPaid: buildGuard(
    ({ replacement }) => Boolean(replacement?.payoff),
    'NO_PAYMENT',
    'The new lender has not reported the payment of the payoff.',
  ),
  /** What a new lender has paid by the letter stays the payoff. */
  payoffNotPaid: buildGuard(
    ({ replacement }) => !replacement?.payoff,
    'REFINANCE_PAID',
    'The new lender has reported the payment of the payoff, so the letter can’t change any more. Confirm or deny the payment.',
  ),
  letterAnswered: (escrow, { now }) => {
    const { replacing, createdAt } = escrow;
    if (!replacing || replacing.letterAt) return null;
    const availableAt = addDays(createdAt, loanCalendar.payoffLetterDays);
    if (now >= availableAt) return null;
    const message =
      'The old lender has not answered the payoff letter yet. You can sign once it has, or without its answer after three days.';
    return { ...fail('LETTER_PENDING', message), availableAt };
  },
} as const satisfies Record<string, Guard>;
