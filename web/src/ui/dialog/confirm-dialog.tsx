/** Asks once before what cannot be undone; it names the domain and says what will happen. */

import { useState } from 'react';
import { Button } from '../button/button.tsx';
import { Nameplate } from '../display/nameplate.tsx';
import { Dialog } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';

export interface ConfirmDialogProps {
  /** The question: "Cancel this loan?" */
  title: string;
  /** The domain that it is about. */
  domain: string;
  /** What happens, in one or two sentences. */
  effect: string;
  /** The button's verb, the same as the banner's: "Cancel Loan". */
  action: string;
  danger?: boolean;
  /** Does it, and closes; rejects with the sentence of why not. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, domain, effect, action, danger = false, onConfirm, onClose } = props;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const confirm = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await onConfirm();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const about = (
    <>
      <Nameplate name={domain} size="row" className="mb-1 block text-ink" />
      {effect}
    </>
  );
  return (
    <Dialog title={title} description={about} busy={busy} problem={problem} onClose={onClose}>
      <DialogActions>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={confirm}>
          {action}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          {danger ? 'Go back' : 'Cancel'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
