/** The reader's next payment of a refinancing: its amount, the payment details, and the report of it. */

import { Suspense, useState } from 'react';
import { formatMoney } from '../../../format/money.ts';
import { Button } from '../../../ui/button/button.tsx';
import { lazyComponent } from '../../../ui/feedback/lazy-load.ts';
import { computeSurplus } from '../legs/refinance-task.ts';
import type { Loan } from '../loan-parties.ts';
import { getFirstName } from '../loan-parties.ts';
import type { DueLeg } from './due-leg.ts';
import { findDueLeg } from './due-leg.ts';
import type { PayoffLetter } from './split-payoff.ts';

const ReportLegDialog = lazyComponent(
  async () => (await import('./report-leg-dialog.tsx')).ReportLegDialog,
);
const PaymentDialog = lazyComponent(
  async () => (await import('../payee/payment-dialog.tsx')).PaymentDialog,
);

export interface LegActionsProps {
  loan: Loan;
  letter: PayoffLetter | undefined;
}

type OpenDialog = 'DETAILS' | 'REPORT';

export function LegActions({ loan, letter }: LegActionsProps) {
  const [open, setOpen] = useState<OpenDialog>();
  const due = findDueLeg(loan, letter);
  const close = () => setOpen(undefined);
  const payee = due?.leg === 'SURPLUS' ? getFirstName(loan.borrowerName) : 'the old lender';
  const coming = describeComing(loan, letter);
  return (
    <>
      {due && (
        <section aria-label="Your payment" className="mt-3 border-t border-line pt-3">
          <p className="font-semibold">
            Send {payee} <span className="num">{formatMoney(due.amount)}</span>
            {due.leg === 'SURPLUS' ? '' : ' today'}
          </p>
          <p className="mt-1 text-xs text-ink-2">{describeDue(due)}</p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button variant="primary" onClick={() => setOpen('REPORT')}>
              Report the Payment
            </Button>
            <Button onClick={() => setOpen('DETAILS')}>Show payment details</Button>
          </div>
        </section>
      )}
      {coming && <p className="mt-3 text-ink-2">{coming}</p>}
      <Suspense fallback={null}>
        {open === 'DETAILS' && <PaymentDialog loan={loan} payee={payee} onClose={close} />}
        {open === 'REPORT' && due && <ReportLegDialog loan={loan} due={due} onClose={close} />}
      </Suspense>
    </>
  );
}

function describeDue({ leg }: DueLeg): string {
  switch (leg) {
    case 'PAYOFF':
      return 'Exactly the payoff of the day you pay, and at most your loan. Report it once it is sent: until the old lender answers, the domain can’t be taken.';
    case 'TOP_UP':
      return 'What the payoff takes beyond the new loan. The domain moves to the new loan once the old lender has both payments.';
    default:
      return 'What is left of the loan. Interest on it runs from its own day; what you never send is not owed.';
  }
}

/** To the borrower: the surplus that has yet to come. */
function describeComing(loan: Loan, letter: PayoffLetter | undefined): string | undefined {
  const surplus = letter ? 0 : computeSurplus(loan);
  if (loan.role !== 'BORROWER' || surplus === 0) return undefined;
  return `${getFirstName(loan.lenderName)} still has to send you ${formatMoney(surplus)}. You owe it only once it arrives.`;
}
