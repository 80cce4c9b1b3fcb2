/** Live loan calculator in the listing form, with the same figures as the listing, and the domain's warnings. */

import { Suspense } from 'react';
import { useWatch } from 'react-hook-form';
import { parseMoney } from '../../../format/parse-money.ts';
import { businessToday } from '../../../graph/business-time.ts';
import { useLoanBounds } from '../../../graph/use-loan-bounds.ts';
import { ValueBar } from '../../../ui/display/value-bar.tsx';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { findTypedTerm } from '../../../ui/plan/find-typed-term.ts';
import { LoanCostSummary } from '../../../ui/plan/loan-cost-summary.tsx';
import { parsePlannedTerms } from '../../../ui/plan/parse-planned-terms.ts';
import type { TypedPlan } from '../../../ui/plan/typed-plan.ts';
import type { OpenDomain } from '../dialog/open-domain.ts';

const ListingWarnings = lazyComponent(
  async () => (await import('../../../graph/diligence/offer-warnings.tsx')).ListingWarnings,
);

/** A domain in custody has no transfer fee. */
export const getTransferFee = ({ status, transferFee }: OpenDomain) =>
  status === 'CUSTODY_PAID' || status === 'IN_ESCROW' ? 0 : (transferFee ?? 0);

export interface RequestedLoanSummaryProps {
  domain: OpenDomain;
  plan: TypedPlan;
}

export function RequestedLoanSummary({ domain, plan }: RequestedLoanSummaryProps) {
  const [amount = '', term = '', rate = '', figure = ''] = useWatch({
    name: ['desiredAmount', 'desiredTerm', 'desiredRate', 'ownerValue'],
  });
  const { terms } = parsePlannedTerms({ amount, term, rate }, { plan, bounds: useLoanBounds() });
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
      <LoanCostSummary
        terms={terms}
        plan={plan}
        today={businessToday()}
        transferFeeCents={getTransferFee(domain)}
        side="borrower"
        more={[{ label: 'Value', value }]}
        className="mt-4 block rounded-lg border border-line px-4 py-1"
      />
      <Suspense fallback={null}>
        <ListingWarnings
          domainId={domain.id}
          termDays={plan.kind === 'BULLET' ? terms?.termDays : findTypedTerm(plan, businessToday())}
        />
      </Suspense>
    </>
  );
}
