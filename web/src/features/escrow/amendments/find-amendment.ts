/** The open amendment of a loan and the reader's task, which the first cards of the page need too. */

import type { AmendmentStatus } from '../../../graph/schema.generated.ts';
import type { Loan } from '../loan-parties.ts';

/** The element with the card of the amendments. */
export const amendmentsId = 'amendments';

export type Amendment = Loan['amendments'][number];

const liveStatuses: readonly AmendmentStatus[] = ['PROPOSED', 'AGREED', 'AWAITING_MONEY'];

/** The one that can still become effective. */
export const findLiveAmendment = ({
  amendments,
}: Pick<Loan, 'amendments'>): Amendment | undefined =>
  amendments.findLast(({ status }) => liveStatuses.includes(status));

/**
 * The same, if the loan waits for its signatures or money. A mere proposal changes nothing that is due. Money that was
 * reported is confirmed by the day on which the amendment lapses.
 */
export function findNextAmendment(
  loan: Pick<Loan, 'amendments' | 'waitingFor' | 'payments'>,
): Amendment | undefined {
  const { action, until } = loan.waitingFor;
  const amendment = findLiveAmendment(loan);
  if (action === 'SIGN_AMENDMENT' || action === 'PAY_AMENDMENT') return amendment;
  const isMoney =
    action === 'ANSWER_PAYMENT' && amendment?.status === 'AWAITING_MONEY' && until !== null;
  const isNext = isMoney && until === amendment.expiresAt && findAgreedPayment(loan, amendment);
  return isNext ? amendment : undefined;
}

/** What the reader has to do about it; undefined while it waits for the other party. */
export type AmendmentTask = 'answer' | 'sign' | 'pay' | 'confirm';

export const hasSigned = (
  { borrowerSignedAt, lenderSignedAt }: Amendment,
  party: Loan['role'],
): boolean => (party === 'BORROWER' ? borrowerSignedAt : lenderSignedAt) !== null;

/** The reported payment of its agreed money. */
export const findAgreedPayment = ({ payments }: Pick<Loan, 'payments'>, { n }: Amendment) =>
  payments.find(({ amendment, status }) => amendment === n && status === 'REPORTED');

export function findAmendmentTask(
  loan: Pick<Loan, 'role' | 'payments'>,
  amendment: Amendment,
): AmendmentTask | undefined {
  const { role } = loan;
  const { status, proposedBy, payer } = amendment;
  if (role === 'OPERATOR') return undefined;
  if (status === 'PROPOSED') return proposedBy === role ? undefined : 'answer';
  if (status === 'AGREED') return hasSigned(amendment, role) ? undefined : 'sign';
  if (status !== 'AWAITING_MONEY') return undefined;
  if (findAgreedPayment(loan, amendment)) return payer === role ? undefined : 'confirm';
  return payer === role ? 'pay' : undefined;
}

/** The reader's task, if it is the next step of the loan. */
export function findNextTask(loan: Loan): AmendmentTask | undefined {
  const amendment = findNextAmendment(loan);
  return amendment && findAmendmentTask(loan, amendment);
}
