/** Rules of the payees that a loan names: which version is valid, which payment is open, due or claimed. Pure. */

import type {
  LoanPayee,
  LoanPayees,
  NamedPayee,
  PayeeVersion,
  PendingVersion,
} from '../loan/loan-payee.ts';
import type { Party } from '../loan/roles.ts';
import { isFinal } from '../loan/status.ts';
import { computeSurplusCents } from './balance/refinance-rest.ts';
import type { Escrow } from './escrow.ts';
import { hasOpenPayment } from './stage.ts';
import { isAwaitingAdvance } from './transition/amendment/amendment-deadlines.ts';

export const otherParty = (party: Party): Party => (party === 'BORROWER' ? 'LENDER' : 'BORROWER');

export const findPayee = ({ payees }: Pick<Escrow, 'payees'>, party: Party): LoanPayee | null =>
  payees?.[party] ?? null;

/** The loan's payees with those of one party replaced. */
export function withPayee(
  { payees }: Pick<Escrow, 'payees'>,
  party: Party,
  payee: LoanPayee,
): LoanPayees {
  return { BORROWER: payees?.BORROWER ?? null, LENDER: payees?.LENDER ?? null, [party]: payee };
}

/** The payee that is named at `at`, account time: a later choice once it is valid. */
export function findNamedPayee({ named, next }: LoanPayee, at: Date): NamedPayee | null {
  return next && next.effectiveAt <= at ? next : named;
}

/** The version to pay to at `at`, account time. */
export function findValidVersion(payee: LoanPayee | null, at: Date): PayeeVersion | null {
  const named = payee && findNamedPayee(payee, at);
  return named?.change && named.change.effectiveAt <= at ? named.change : (named ?? null);
}

/** What is valid next, after `at`; null if nothing is going to change. */
export function findPendingVersion(payee: LoanPayee | null, at: Date): PendingVersion | null {
  if (!payee) return null;
  const change = findNamedPayee(payee, at)?.change;
  const coming = [change, payee.next].filter((one) => one != null && one.effectiveAt > at);
  const [first] = coming.sort(
    (one, other) => (one?.effectiveAt.getTime() ?? 0) - (other?.effectiveAt.getTime() ?? 0),
  );
  return first ?? null;
}

/** Whether both describe the same version of the same payee. */
export const isSameVersion = (
  one: Pick<PayeeVersion, 'payeeId' | 'version'> | null,
  other: Pick<PayeeVersion, 'payeeId' | 'version'> | null,
): boolean => one?.payeeId === other?.payeeId && one?.version === other?.version;

/** Neither party has signed: the contract can still be drawn up again. */
export const isUnsigned = ({ borrowerSignedAt, lenderSignedAt }: Escrow): boolean =>
  borrowerSignedAt === null && lenderSignedAt === null;

/** The party has yet to receive its money: the loan, the further principal of an amendment, or the repayment. */
export function isUnpaid(escrow: Escrow, party: Party): boolean {
  if (isFinal(escrow.status)) return false;
  if (party === 'LENDER' || escrow.receipt === null) return true;
  return hasSurplus(escrow) || isAwaitingAdvance(escrow);
}

/** A part of a loan that repays another one has yet to be paid to the borrower. */
const hasSurplus = (escrow: Escrow): boolean =>
  Boolean(escrow.replacing) && computeSurplusCents(escrow) > 0;

/** A contract that is signed by a party names the payee, so another choice has to wait. */
export function isPaymentOpen(escrow: Escrow, party: Party): boolean {
  return isUnpaid(escrow, party) && !isUnsigned(escrow);
}

/** The payment of the other party to this one is due: it may see the details. */
export function isPaymentDue(escrow: Escrow, party: Party): boolean {
  if (!isUnpaid(escrow, party)) return false;
  if (party === 'LENDER') return escrow.receipt !== null;
  return ['DOMAIN_IN_CUSTODY', 'LOAN_POSTED', 'ESCALATED'].includes(escrow.status);
}

/** The other party says that it has paid, and waits for an answer. */
export function isPaymentClaimed(escrow: Escrow, party: Party): boolean {
  if (!isUnpaid(escrow, party)) return false;
  if (party === 'BORROWER')
    return escrow.receipt === null
      ? escrow.sent !== null
      : escrow.amendment?.sent != null || hasOpenSurplus(escrow);
  return escrow.claim !== null || hasOpenPayment(escrow);
}

const hasOpenSurplus = ({ replacing }: Escrow): boolean =>
  (replacing?.legs ?? []).some(
    ({ leg, confirmedCents, deniedAt }) =>
      leg === 'SURPLUS' && confirmedCents === null && deniedAt === null,
  );
