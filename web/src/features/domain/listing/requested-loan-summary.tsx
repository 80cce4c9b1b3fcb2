/** Live loan calculator in the listing form, with the same figures as the listing, and the domain's warnings. */

import { Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { parseMoney } from '../../../format/parse-money.ts';
import { useLoanBounds } from '../../../graph/use-loan-bounds.ts';
import { ValueBar } from '../../../ui/display/value-bar.tsx';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { LoanTermsSummary } from '../../../ui/loan/loan-summary.tsx';
import { parseTerms } from '../../../ui/loan/parse-loan-terms.ts';
import type { OpenDomain } from '../dialog/open-domain.ts';

const ListingWarnings = lazyComponent(
  async () => (await import('../../../graph/diligence/offer-warnings.tsx')).ListingWarnings,
);

/** A domain in custody has no transfer fee. */
const getTransferFee = ({ status, transferFee }: OpenDomain) =>
  status === 'CUSTODY_PAID' || status === 'IN_ESCROW' ? 0 : (transferFee ?? 0);

export function RequestedLoanSummary({ domain }: { domain: OpenDomain }) {
  const [amount = '', term = '', rate = '', figure = ''] = useWatch({
    name: ['desiredAmount', 'desiredTerm', 'desiredRate', 'ownerValue'],
  });
  const { terms } = parseTerms({ amount, term, rate }, useLoanBounds());
  const value = (
    <ValueBar
      estimate={domain.appraisal}
      // An empty field keeps the figure that lenders see already.
      ownerValueCents={parseMoney(figure) ?? domain.ownerValue}
      loanCents={terms?.amountCents}
      className="w-52"
    />
  );
  return (
    <>
      <LoanTermsSummary
        terms={terms}
        transferFeeCents={getTransferFee(domain)}
        side="borrower"
        more={[{ label: 'Value', value }]}
        className="mt-4 block rounded-lg border border-line px-4 py-1"
      />
      <Suspense fallback={null}>
        <ListingWarnings domainId={domain.id} termDays={terms?.termDays} />
      </Suspense>
    </>
  );
}
