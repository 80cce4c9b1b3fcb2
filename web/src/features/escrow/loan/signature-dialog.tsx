/** Asks for one's own signature as long as it is missing: the customer's words, to the letter. */

import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { LinkButton } from '../../../ui/button/link-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import type { Loan } from '../loan-parties.ts';

/** The reader is a party and has not signed. */
export function isSignatureMissing({ status, role, borrowerSigned, lenderSigned }: Loan): boolean {
  if (status !== 'PENDING_SIGNATURE' || role === 'OPERATOR') return false;
  return role === 'BORROWER' ? !borrowerSigned : !lenderSigned;
}

const ownContractUrl = ({ role, borrowerContractUrl, lenderContractUrl }: Loan) =>
  role === 'BORROWER' ? borrowerContractUrl : lenderContractUrl;

export interface SignatureDialogProps {
  loan: Loan;
  /** Reads the loan again; the sentence of why it could not be read, or nothing. */
  onDone: () => Promise<string | undefined>;
  onCancelLoan: () => void;
  onClose: () => void;
}

export function SignatureDialog({ loan, onDone, onCancelLoan, onClose }: SignatureDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const url = ownContractUrl(loan);
  const done = async () => {
    setProblem(undefined);
    setBusy(true);
    // Where it is signed by now, this dialog goes with the answer.
    setProblem((await onDone()) ?? 'The lending agreement is not signed yet.');
    setBusy(false);
  };
  const notYet = loan.blockedActions.find(({ action }) => action === 'SIGN')?.message;
  return (
    <Dialog
      title="Signature Required"
      description="We just need you to sign the lending agreement. Or click below to cancel."
      icon={PenLine}
      problem={problem}
      onClose={onClose}
    >
      {!url && notYet && <p className="mt-4 text-xs text-ink-3">{notYet}</p>}
      <DialogActions
        apart={
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
