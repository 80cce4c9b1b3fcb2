/** Confirms the deletion of a payee. */

import { useState } from 'react';
import { toErrorDetails } from '../../../graph/api-error.ts';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { showBanner } from '../../../ui/feedback/banner.ts';
import type { PayeeRowFragment } from './payees-card.generated.ts';
import { DeletePayeeDocument } from './payees-card.generated.ts';

export interface DeletePayeeDialogProps {
  payee: PayeeRowFragment;
  onClose: () => void;
}

export function DeletePayeeDialog({ payee, onClose }: DeletePayeeDialogProps) {
  const [remove, busy] = useAction(DeletePayeeDocument, { refetch: ['Settings'] });
  const [problem, setProblem] = useState<string>();
  const confirm = () => {
    setProblem(undefined);
    remove({ id: payee.id }).then(
      () => {
        showBanner('green', 'Payee deleted');
        onClose();
      },
      (error: unknown) => setProblem(toErrorDetails(error).message),
    );
  };
  return (
    <Dialog
      title="Delete this payee?"
      description={`${payee.masked}, held by ${payee.holder}. Its details are erased.`}
      busy={busy}
      problem={problem}
      onClose={onClose}
    >
      <DialogActions>
        <Button variant="danger" busy={busy} onClick={confirm}>
          Delete Payee
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          Go back
        </Button>
      </DialogActions>
    </Dialog>
  );
}
