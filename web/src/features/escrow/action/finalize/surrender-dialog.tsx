/** The borrower gives the domain to the lender, which ends the loan. */

import { useState } from 'react';
import { Button } from '../../../../ui/button/button.tsx';
import { Decision } from '../../../../ui/dialog/decision.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../../ui/dialog/dialog-actions.tsx';
import { matchesName, TypedName } from '../../../../ui/dialog/typed-name.tsx';
import type { Loan } from '../../loan-parties.ts';
import { FinalizeDocument } from '../loan-actions.generated.ts';
import type { LoanDialogProps } from '../use-loan-action.ts';
import { useLoanAction } from '../use-loan-action.ts';
import { listFinalizeFacts } from './finalize-facts.ts';

export function SurrenderDialog({ loan, domain = null, button, onClose }: LoanDialogProps<Loan>) {
  const { id, unicodeName, lenderName } = loan;
  const run = useLoanAction(FinalizeDocument, onClose);
  const [typed, type] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const confirm = async () => {
    // It may have become impossible while the dialog was open.
    const blocked = button.enabled ? undefined : (button.message ?? 'This isn’t possible now.');
    setProblem(blocked);
    if (blocked !== undefined) return;
    setBusy(true);
    try {
      await run({ id, outcome: 'SURRENDER' }, 'Domain given up');
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const about = (
    <>
      <p className="mb-3">Repaid already? Use Claim Repaid instead.</p>
      <Decision
        domain={unicodeName}
        facts={listFinalizeFacts(loan, domain)}
        effect={`${unicodeName} goes to ${lenderName} for good. You can’t undo this.`}
      />
    </>
  );
  return (
    <Dialog
      title={`Give up ${unicodeName}?`}
      description={about}
      busy={busy}
      problem={problem}
      onClose={onClose}
    >
      <TypedName name={unicodeName} typed={typed} onType={type} />
      <DialogActions>
        <Button
          variant="danger-filled"
          busy={busy}
          disabled={!matchesName(typed, unicodeName)}
          onClick={confirm}
          wraps
        >
          Give up {unicodeName}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          Go back
        </Button>
      </DialogActions>
    </Dialog>
  );
}
