/** What the loan that is being asked for would come to, as one types; the same figures as in the listing. */

import { useWatch } from 'react-hook-form';
import { formatEstimate } from '../../../format/money.ts';
import { formatPercent } from '../../../format/percent.ts';
import { useLoanBounds } from '../../../graph/use-loan-bounds.ts';
import { LoanTermsSummary } from '../../../ui/loan/loan-summary.tsx';
import { parseTerms } from '../../../ui/loan/parse-loan-terms.ts';
import type { OpenDomain } from '../shared/open-domain.ts';

/** In custody there is none to pay any more. */
const getTransferFee = ({ status, transferFee }: OpenDomain) =>
  status === 'CUSTODY_PAID' || status === 'IN_ESCROW' ? 0 : (transferFee ?? 0);

export function RequestedLoanSummary({ domain }: { domain: OpenDomain }) {
  const [amount = '', term = '', rate = ''] = useWatch({
    name: ['desiredAmount', 'desiredTerm', 'desiredRate'],
  });
  const { terms } = parseTerms({ amount, term, rate }, useLoanBounds());
  return (
    <>
      <LoanTermsSummary
        terms={terms}
        transferFeeCents={getTransferFee(domain)}
        side="borrower"
        className="mt-4 block rounded-lg border border-line px-4 py-1"
      />
      <LoanToValue domain={domain} amountCents={terms?.amountCents} />
    </>
  );
}

function LoanToValue(given: { domain: OpenDomain; amountCents: number | undefined }) {
  const { appraisal } = given.domain;
  if (!appraisal) return null;
  const { low, high } = appraisal;
  const share =
    given.amountCents === undefined || low === 0
      ? ''
      : ` The loan is ${formatPercent(Math.round((given.amountCents / low) * 100))} of its low end.`;
  return (
    <p className="mt-3 text-xs text-ink-2">
      Automatic estimate of its value: {formatEstimate(low)} to {formatEstimate(high)}.{share}
    </p>
  );
}
