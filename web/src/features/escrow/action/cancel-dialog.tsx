/** Ends a loan before money is lent; the borrower of a loan in custody only asks for it. */

import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import type { Loan } from '../loan-parties.ts';
import { otherName } from '../loan-parties.ts';
import { CancelLoanDocument } from './loan-actions.generated.ts';
import type { MoveDialogProps } from './use-loan-action.ts';
import { useMove } from './use-loan-action.ts';

function effectOf(loan: Loan): string {
  const { status, role, inCustodyAt, unicodeName } = loan;
  if (status === 'DOMAIN_IN_CUSTODY' && role === 'BORROWER')
    return `${otherName(loan)} is asked. They agree by cancelling, or answer by marking the loan as paid; without an answer the loan is cancelled after three days.`;
  if (status === 'DOMAIN_IN_CUSTODY')
    return `The loan ends before any money is lent, and ${unicodeName} is the borrower's again, held on the platform. Cancel only if you have sent nothing.`;
  const transfer = inCustodyAt
    ? `${unicodeName} stays on the platform, free for another loan.`
    : `A transfer that is under way goes on; ${unicodeName} then stands on the platform, free for another loan.`;
  return `The loan ends before any money is lent, and cannot be opened again. ${transfer}`;
}

export function CancelDialog({ loan, onClose }: MoveDialogProps<Loan>) {
  const move = useMove(CancelLoanDocument, onClose);
  const asks = loan.status === 'DOMAIN_IN_CUSTODY' && loan.role === 'BORROWER';
  return (
    <ConfirmDialog
      title={asks ? 'Ask to cancel this loan?' : 'Cancel this loan?'}
      domain={loan.unicodeName}
      effect={effectOf(loan)}
      action={asks ? 'Ask to Cancel' : 'Cancel Loan'}
      danger
      onConfirm={() =>
        move({ id: loan.id }, ({ cancelEscrow }) =>
          cancelEscrow.status === 'CANCELLED' ? 'Loan cancelled' : 'Asked to cancel',
        )
      }
      onClose={onClose}
    />
  );
}
