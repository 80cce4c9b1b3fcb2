/** By when a loan needs its domain in custody, or its signatures first, and what happens otherwise. */

import { formatMoney } from '../../../format/money.ts';
import { useNow } from '../../../graph/business-time.ts';
import { usePageQuery } from '../../../graph/use-page-query.ts';
import { Time } from '../../../ui/display/time.tsx';
import { TransferDeadlineDocument } from './loan-deadline.generated.ts';

export interface LoanDeadlineProps {
  loanId: string;
  /** The domain, for display. */
  name: string;
}

/** Nothing while it loads, or if the loan waits for neither. */
export function LoanDeadline({ loanId, name }: LoanDeadlineProps) {
  const { data } = usePageQuery(TransferDeadlineDocument, { id: loanId });
  const now = useNow();
  const { amount, waitingFor } = data?.escrow ?? {};
  if (amount === undefined || !waitingFor || waitingFor.until === null) return null;
  const until = <Time value={waitingFor.until} as="short-day-time" now={now} />;
  const text = 'mt-3 font-semibold';
  if (waitingFor.action === 'SIGN')
    return (
      <p className={text}>
        Its loan isn’t signed yet: without both signatures by {until}, it is cancelled.
      </p>
    );
  if (waitingFor.action !== 'TRANSFER_IN') return null;
  return (
    <p className={text}>
      You get {formatMoney(amount)} once {name} is in our custody. If it isn’t here by {until}, its
      loan is cancelled.
    </p>
  );
}
