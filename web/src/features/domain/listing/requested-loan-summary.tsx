/** Live loan calculator in the listing form; shows the same figures as the listing. */

import { useWatch } from 'react-hook-form';
import { formatLtv } from '../../../format/ltv.ts';
import { formatEstimate } from '../../../format/money.ts';
import { useLoanBounds } from '../../../graph/use-loan-bounds.ts';
import { LoanTermsSummary } from '../../../ui/loan/loan-summary.tsx';
import { parseTerms } from '../../../ui/loan/parse-loan-terms.ts';
import type { OpenDomain } from '../dialog/open-domain.ts';

/** A domain in custody has no transfer fee. */
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

function LoanToValue(props: { domain: OpenDomain; amountCents: number | undefined }) {
  const { appraisal } = props.domain;
  if (!appraisal) return null;
  const { low, mid, high } = appraisal;
  const ltv = formatLtv(props.amountCents, mid);
  const share = ltv === undefined ? '' : ` LTV ${ltv}.`;
  return (
    <p className="mt-3 text-xs text-ink-2">
      Automated estimate: {formatEstimate(mid)} ({formatEstimate(low)} to {formatEstimate(high)}).
      {share}
    </p>
  );
}
