/** A dialog with a form that names the domain and describes the action's effect. */

import type { FieldValues } from 'react-hook-form';
import { Button } from '../../../ui/button/button.tsx';
import { Decision } from '../../../ui/dialog/decision.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../../ui/dialog/dialog-actions.tsx';
import type { Fact } from '../../../ui/display/facts.tsx';
import type { FormProps } from '../../../ui/form/form.tsx';
import { Form } from '../../../ui/form/form.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';

export interface FormDialogProps<Answers extends FieldValues, Values extends FieldValues>
  extends Omit<FormProps<Answers, Values>, 'className' | 'clearWhenDone'> {
  title: string;
  /** For display. */
  domain: string;
  facts?: readonly Fact[];
  /** What the reader must have done before. */
  before?: string;
  /** The consequence. */
  effect: string;
  /** The button's verb. */
  action: string;
  danger?: boolean;
  /** Whether something outside the form is still missing. */
  incomplete?: boolean;
  onClose: () => void;
}

export function FormDialog<Answers extends FieldValues, Values extends FieldValues>(
  props: FormDialogProps<Answers, Values>,
) {
  const { title, domain, facts, before, effect, action, danger = false, ...rest } = props;
  const { incomplete = false, onClose, children, ...form } = rest;
  const about = <Decision {...{ domain, facts, before, effect }} />;
  return (
    <Dialog title={title} description={about} onClose={onClose}>
      <Form {...form} className="mt-5">
        {children}
        <DialogActions>
          <SubmitButton variant={danger ? 'danger-filled' : 'primary'} disabled={incomplete} wraps>
            {action}
          </SubmitButton>
          <Button variant="quiet" onClick={onClose}>
            {danger ? 'Go back' : 'Cancel'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
