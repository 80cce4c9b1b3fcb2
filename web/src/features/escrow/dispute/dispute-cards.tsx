/** The files of a loan with its dispute, and the cards of operators. Few loans have a dispute, so they load later. */

import { Suspense } from 'react';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import type { Loan } from '../loan-parties.ts';
import { DisputeCard } from './dispute-card.tsx';

const OperatorCards = lazyComponent(
  async () => (await import('./operator-cards.tsx')).OperatorCards,
);

/** Files can be added from the mark as paid on, for a dispute or the payment. */
const hasFiles = ({ escalation, evidence, status }: Loan) =>
  escalation !== null || evidence.length > 0 || status === 'LOAN_POSTED';

export function DisputeCards({ loan }: { loan: Loan }) {
  return (
    <>
      {hasFiles(loan) && <DisputeCard loan={loan} />}
      <Suspense fallback={null}>
        {loan.role === 'OPERATOR' && <OperatorCards loan={loan} />}
      </Suspense>
    </>
  );
}
