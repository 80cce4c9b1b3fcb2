/** By when a loan needs its domain in custody, and what happens otherwise. */

import { useNow } from '../../../graph/business-time.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Time } from '../../../ui/display/time.tsx';
import { TransferDeadlineDocument } from './loan-deadline.generated.ts';

export interface LoanDeadlineProps {
  loanId: string;
  /** The domain, for display. */
  name: string;
}

/** Nothing while it loads, or if the loan does not wait for the transfer. */
export function LoanDeadline({ loanId, name }: LoanDeadlineProps) {
  const { data } = usePageQuery(TransferDeadlineDocument, { id: loanId });
  const now = useNow();
  const waitingFor = data?.escrow?.waitingFor;
  if (waitingFor?.action !== 'TRANSFER_IN' || waitingFor.until === null) return null;
  return (
    <p className="mt-3 font-semibold">
      If {name} isn’t in our custody by{' '}
      <Time value={waitingFor.until} as="short-day-time" now={now} />, its loan is cancelled.
    </p>
  );
}
