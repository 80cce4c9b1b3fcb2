/** A dialog that names the domain and asks for one of several outcomes; none is chosen in advance. */

import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../../../ui/button/button.tsx';
import { Decision } from '../../../ui/dialog/decision.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import { matchesName, TypedName } from '../../../ui/dialog/typed-name.tsx';
import type { Fact } from '../../../ui/display/facts.tsx';
import { Facts } from '../../../ui/display/facts.tsx';
import type { Choice } from './outcome-choice.tsx';
import { OutcomeChoice } from './outcome-choice.tsx';

export interface ChoiceDialogProps<Key extends string> {
  title: string;
  /** For display. */
  domain: string;
  /** The decisive one first. */
  facts?: readonly Fact[];
  about: string;
  question: string;
  choices: readonly Choice<Key>[];
  /** The button's verb before a choice. */
  action: string;
  /** Runs the action; rejects with the error to show. */
  onConfirm: (key: Key) => Promise<void>;
  onClose: () => void;
  /** Shown below the choices, such as a link to an alternative. */
  children?: ReactNode;
}

export function ChoiceDialog<Key extends string>(props: ChoiceDialogProps<Key>) {
  const { title, domain, facts = [], about, question, choices, action, onClose } = props;
  const [key, choose] = useState<Key>();
  const [typed, type] = useState('');
  const { confirm, busy, problem, forget } = useConfirmation(props, key);
  const chosen = choices.find((choice) => choice.key === key);
  const named = !chosen?.typesName || matchesName(typed, domain);
  const chooseAnother = (another: Key) => {
    choose(another);
    type('');
    forget();
  };
  const description = <Decision domain={domain} facts={facts} effect={about} />;
  return (
    <Dialog title={title} description={description} busy={busy} problem={problem} onClose={onClose}>
      <OutcomeChoice question={question} choices={choices} chosen={key} onChoose={chooseAnother} />
      {chosen?.facts && <Facts layout="list" lead items={chosen.facts} className="mt-4" />}
      {chosen?.typesName && <TypedName name={domain} typed={typed} onType={type} />}
      {props.children}
      <DialogActions>
        <Button
          variant={chosen?.danger ? 'danger-filled' : 'primary'}
          busy={busy}
          disabled={!named}
          onClick={confirm}
          wraps
        >
          {chosen?.action ?? action}
        </Button>
        <Button variant="quiet" disabled={busy} onClick={onClose}>
          Go back
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function useConfirmation<Key extends string>(
  { choices, onConfirm }: Pick<ChoiceDialogProps<Key>, 'choices' | 'onConfirm'>,
  key: Key | undefined,
) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const confirm = async () => {
    // It may have been disabled after it was chosen.
    const disabledReason = choices.find((choice) => choice.key === key)?.disabledReason;
    const missing = key === undefined ? 'Choose one first.' : disabledReason;
    setProblem(missing);
    if (key === undefined || missing !== undefined) return;
    setBusy(true);
    try {
      await onConfirm(key);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return { confirm, busy, problem, forget: () => setProblem(undefined) };
}
