/** Asks for confirmation of an irreversible action; names the domain and the consequences. */

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../button/button.tsx';
import type { Fact } from '../display/facts.tsx';
import { Decision } from './decision.tsx';
import { Dialog } from './dialog.tsx';
import { DialogActions } from './dialog-actions.tsx';

export interface ConfirmDialogProps {
  /** The question: "Cancel this loan?" */
  title: string;
  /** The domain concerned. */
  domain: string;
  /** At most seven, the decisive one first. */
  facts?: readonly Fact[];
  /** The consequence. */
  effect: string;
  /** What the reader states with the action; always in view, above the buttons. */
  statement?: string;
  /** The button's label: "Cancel Loan". */
  action: string;
  danger?: boolean;
  /** Above the buttons. */
  children?: ReactNode;
  /** Performs the action and closes the dialog; rejects with an error message. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    title,
    domain,
    facts,
    effect,
    statement,
    action,
    danger = false,
    children,
    onConfirm,
    onClose,
  } = props;
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
  const about = <Decision domain={domain} facts={facts} effect={effect} />;
  return (
    <Dialog title={title} description={about} busy={busy} problem={problem} onClose={onClose}>
      {children}
      <DialogActions>
        {statement && <p className="w-full text-xs text-ink-2">{statement}</p>}
        <Button variant={danger ? 'danger-filled' : 'primary'} busy={busy} onClick={confirm}>
          {action}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          {danger ? 'Go back' : 'Cancel'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
