/** Transfer Out: unlocks the domain and emails the code for the next registrar. */

import { useState } from 'react';
import { useAction } from '../../../graph/use-action.ts';
import { Button } from '../../../ui/button/button.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { DomainDialog } from '../dialog/domain-dialog.tsx';
import type { LoadedDialog } from '../dialog/domain-gate.tsx';
import { DomainGate } from '../dialog/domain-gate.tsx';
import { TransferOutDocument } from './transfer-out-dialog.generated.ts';

export function TransferOutDialog() {
  return (
    <DomainGate title="Transfer Out" action="TRANSFER_OUT">
      {(entered) => <TransferOut {...entered} />}
    </DomainGate>
  );
}

function TransferOut({ domain, self, close }: LoadedDialog) {
  const [transferOut, busy] = useAction(TransferOutDocument);
  const [problem, setProblem] = useState<string>();
  const start = async () => {
    setProblem(undefined);
    try {
      await transferOut({ id: domain.id });
      close('Transfer out started');
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <DomainDialog
      title="Transfer Out"
      domain={domain}
      busy={busy}
      problem={problem}
      text={`The authorization code is emailed${self?.email ? ` to ${self.email}` : ''} within 24 hours. Give it to the new registrar. Transfers may take minutes to weeks, depending on the TLD. You can cancel until the transfer completes.`}
      onClose={() => close()}
    >
      <DialogActions>
        <Button variant="primary" busy={busy} onClick={start}>
          Transfer Out
        </Button>
        <Button variant="quiet" disabled={busy} onClick={() => close()}>
          Cancel
        </Button>
      </DialogActions>
    </DomainDialog>
  );
}
