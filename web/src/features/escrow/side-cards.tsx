/** The cards below the next step and the repayment: payments, amendments, refinancing and sale. They load after the rest. */

import { Suspense } from 'react';
import { lazyComponent } from '../../ui/feedback/lazy-load.ts';
import { amendmentsId } from './amendments/find-amendment.ts';
import { hasRefinance, paymentsId, refinanceId } from './legs/refinance-task.ts';
import type { Loan } from './loan-parties.ts';
import { PaymentsCard } from './repayments/payments-card.tsx';

const AmendmentsCard = lazyComponent(
  async () => (await import('./amendments/amendments-card.tsx')).AmendmentsCard,
);
const RefinanceCard = lazyComponent(
  async () => (await import('./refinance/refinance-card.tsx')).RefinanceCard,
);
const SaleCard = lazyComponent(async () => (await import('./assignment/sale-card.tsx')).SaleCard);

/** There is one, or the reader may propose one. */
const hasAmendments = ({ amendments, actions }: Loan) =>
  amendments.length > 0 || actions.includes('PROPOSE_AMENDMENT');

export function SideCards({ loan }: { loan: Loan }) {
  return (
    <>
      {(loan.receivedAt !== null || loan.payments.length > 0) && (
        <div id={paymentsId}>
          <PaymentsCard loan={loan} />
        </div>
      )}
      <Suspense fallback={null}>
        {hasAmendments(loan) && (
          <div id={amendmentsId}>
            <AmendmentsCard loan={loan} />
          </div>
        )}
      </Suspense>
      <Suspense fallback={null}>
        {hasRefinance(loan) && (
          <div id={refinanceId}>
            <RefinanceCard loan={loan} />
          </div>
        )}
      </Suspense>
      <Suspense fallback={null}>{loan.receivedAt !== null && <SaleCard loan={loan} />}</Suspense>
    </>
  );
}
