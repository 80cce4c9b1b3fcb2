/** Requests the reader's missing signature. The title, the text and the buttons are fixed by the customer. */

import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { formatDueDay } from '../../../format/due-day.ts';
import { formatMoney } from '../../../format/money.ts';
import { useNow } from '../../../graph/business-time.ts';
import { Button } from '../../../ui/button/button.tsx';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Nameplate } from '../../../ui/display/nameplate.tsx';
import { Time } from '../../../ui/display/time.tsx';
import { describeMissedPayment } from '../../../ui/plan/describe-missed-payment.ts';
import { describePlan } from '../../../ui/plan/describe-plan.ts';
import { hasInstalments } from '../../../ui/plan/plan-record.ts';
import { findButton } from '../action/loan-actions.ts';
import type { Loan } from '../loan-parties.ts';

const getOwnContractUrl = ({ role, borrowerContractUrl, lenderContractUrl }: Loan) =>
  role === 'BORROWER' ? borrowerContractUrl : lenderContractUrl;

export interface SignatureDialogProps {
  loan: Loan;
  /** Refetches the loan. Resolves to the error message, or to undefined on success. */
  onDone: () => Promise<string | undefined>;
  onCancelLoan: () => void;
  onClose: () => void;
}

export function SignatureDialog({ loan, onDone, onCancelLoan, onClose }: SignatureDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const url = getOwnContractUrl(loan);
  const done = async () => {
    setProblem(undefined);
    setBusy(true);
    // If the loan is signed by now, the refetch closes this dialog.
    setProblem((await onDone()) ?? 'You haven’t signed the lending agreement yet.');
    setBusy(false);
  };
  const blockedReason = findButton(loan, 'SIGN')?.message;
  return (
    <Dialog
      title="Signature Required"
      description={
        <>
          <Nameplate name={loan.unicodeName} size="row" className="mb-1 block text-ink" />
          We just need you to sign the lending agreement. Or click below to cancel.
        </>
      }
      icon={PenLine}
      problem={problem}
      onClose={onClose}
    >
      <Consequence loan={loan} />
      {loan.payee === null && !loan.borrowerSigned && !loan.lenderSigned && (
        <p className="mt-4 text-xs text-ink-3">
          Close this to choose where you’re paid first: then the agreement names it.
        </p>
      )}
      {!url && blockedReason && <p className="mt-4 text-xs text-ink-3">{blockedReason}</p>}
      <p className="mt-4 text-xs text-ink-2">
        Signed already? Press Done. To decide later, close this.
      </p>
      <DialogActions
        trailing={
          <Button variant="danger-quiet" onClick={onCancelLoan}>
            Cancel Loan
          </Button>
        }
      >
        {url ? (
          <LinkButton to={url} newTab variant="primary">
            Sign Now
          </LinkButton>
        ) : (
          <Button variant="primary" disabled>
            Sign Now
          </Button>
        )}
        <Button busy={busy} onClick={done}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** What the reader takes on, and until when to sign. The due date is that of a payment today. */
function Consequence({ loan }: { loan: Loan }) {
  const now = useNow();
  const { role, amount, term, disclosure, waitingFor } = loan;
  const plan = describePlan(loan);
  const [lent, repaid] = role === 'BORROWER' ? ['borrow', 'repay'] : ['lend', 'get back'];
  const missed = describeMissedPayment(loan.unicodeName, {
    reader: role === 'BORROWER' ? 'borrower' : 'lender',
    isPlanned: hasInstalments(loan),
  });
  return (
    <p className="mt-3 font-semibold">
      {`You ${lent} ${formatMoney(amount)} and ${repaid} ${formatMoney(disclosure.repays)}${plan ? ` in ${plan},` : ''} by ${formatDueDay(term, now)} if it’s paid out today.`}
      {waitingFor.until !== null && (
        <>
          {' Sign by '}
          <Time value={waitingFor.until} as="short-day-time" now={now} />, or the loan is cancelled.
        </>
      )}
      <span className="mt-2 block font-normal">
        {role === 'BORROWER' &&
          disclosure.transferFee > 0 &&
          `The transfer costs ${formatMoney(disclosure.transferFee)} from your balance. `}
        {missed}
      </span>
    </p>
  );
}
