/** A dialog that names the domain and asks for one of several outcomes. */

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { Nameplate } from '../../../ui/display/nameplate.tsx';
import type { Choice } from './outcome-choice.tsx';
import { OutcomeChoice } from './outcome-choice.tsx';

export interface ChoiceDialogProps<Key extends string> {
  title: string;
  /** For display. */
  domain: string;
  about: string;
  question: string;
  choices: readonly Choice<Key>[];
  /** The button's verb. */
  action: string;
  /** Runs the action; rejects with the error to show. */
  onConfirm: (key: Key) => Promise<void>;
  onClose: () => void;
  /** Shown below the choices, such as a link to an alternative. */
  children?: ReactNode;
}

export function ChoiceDialog<Key extends string>(props: ChoiceDialogProps<Key>) {
  const { title, domain, about, question, choices, action, onConfirm, onClose, children } = props;
  const available = choices.filter(({ disabledReason }) => disabledReason === undefined);
  const [chosen, choose] = useState<Key | undefined>(
    available.length === 1 ? available[0]?.key : undefined,
  );
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const confirm = async () => {
    setProblem(undefined);
    if (chosen === undefined) {
      setProblem('Choose one first.');
      return;
    }
    // It may have been disabled after it was chosen.
    const disabledReason = choices.find(({ key }) => key === chosen)?.disabledReason;
    if (disabledReason !== undefined) {
      setProblem(disabledReason);
      return;
    }
    setBusy(true);
    try {
      await onConfirm(chosen);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const description = (
    <>
      <Nameplate name={domain} size="row" className="mb-1 block text-ink" />
      {about}
    </>
  );
  return (
    <Dialog title={title} description={description} busy={busy} problem={problem} onClose={onClose}>
      <OutcomeChoice question={question} choices={choices} chosen={chosen} onChoose={choose} />
      {children}
      <DialogActions>
        <Button variant="primary" busy={busy} onClick={confirm}>
          {action}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          Go back
        </Button>
      </DialogActions>
    </Dialog>
  );
}
