/** Cancels a loan before money is lent. Once the domain is in custody, the borrower can only request it. */

import { formatMoney } from '../../../format/money.ts';
import { businessNow } from '../../../graph/business-time.ts';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { Loan } from '../loan-parties.ts';
import { getCounterpartyName } from '../loan-parties.ts';
import { CancelLoanDocument } from './loan-actions.generated.ts';
import type { LoanDialogProps } from './use-loan-action.ts';
import { useLoanAction } from './use-loan-action.ts';

/** Until the lender’s deadline the borrower only asks; after it the loan is cancelled at once. */
function asksToCancel({ status, role, fundingDueAt }: Loan): boolean {
  if (status !== 'DOMAIN_IN_CUSTODY' || role !== 'BORROWER') return false;
  return fundingDueAt === null || Date.parse(fundingDueAt) > businessNow().getTime();
}

function describeEffect(loan: Loan): string {
  const { status, role, amount, inCustodyAt, unicodeName, waitingFor } = loan;
  if (asksToCancel(loan))
    return `Asks ${getCounterpartyName(loan)} to cancel. They agree by cancelling, or decline by marking the loan as paid. Without an answer the loan is cancelled after three days.`;
  if (status === 'DOMAIN_IN_CUSTODY' && role === 'LENDER')
    return `The loan ends before any money is lent, and ${unicodeName} is released to the borrower on the platform. Cancel only if you have sent nothing.`;
  const ends =
    role === 'BORROWER'
      ? `The loan ends and can’t be reopened; you don’t get the ${formatMoney(amount)}.`
      : 'The loan ends before any money is lent, and can’t be reopened.';
  if (inCustodyAt)
    return `${ends} ${unicodeName} stays in our custody, available for another loan.`;
  if (waitingFor.action === 'APPROVE_TRANSFER')
    return `${ends} The transfer of ${unicodeName} continues; the domain is then in our custody, available for another loan.`;
  return `${ends} There is no fee, and ${unicodeName} stays ${role === 'BORROWER' ? 'yours' : 'with the borrower'}.`;
}

export function CancelDialog({ loan, onClose }: LoanDialogProps<Loan>) {
  const run = useLoanAction(CancelLoanDocument, onClose);
  const asks = asksToCancel(loan);
  return (
    <ConfirmDialog
      title={asks ? 'Ask to cancel this loan?' : 'Cancel this loan?'}
      domain={loan.unicodeName}
      effect={describeEffect(loan)}
      action={asks ? 'Ask to Cancel' : 'Cancel Loan'}
      danger
      onConfirm={() =>
        run({ id: loan.id }, ({ cancelEscrow }) =>
          cancelEscrow.status === 'CANCELLED' ? 'Loan cancelled' : 'Cancellation requested',
        )
      }
      onClose={onClose}
    />
  );
}
