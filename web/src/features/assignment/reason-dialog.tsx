/** A dialog that asks for a reason, which the other side reads. */

import * as z from 'zod/mini';
import { Button } from '../../ui/button/button.tsx';
import { Decision } from '../../ui/dialog/decision.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Form } from '../../ui/form/form.tsx';
import { maxCharacters } from '../../ui/form/rules.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextAreaField } from '../../ui/form/text-area-field.tsx';

const text = () => z.string().check(z.trim(), maxCharacters(1_000));
const required = z.object({ reason: text().check(z.minLength(1, 'Enter the reason')) });
const optional = z.object({ reason: text() });

export interface ReasonDialogProps {
  title: string;
  /** For display. */
  domain: string;
  /** The consequence. */
  effect: string;
  /** The button's verb. */
  action: string;
  label: string;
  isOptional?: boolean;
  /** Rejects with the error to show. */
  onSubmit: (reason: string) => Promise<void>;
  onClose: () => void;
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { title, domain, effect, action, label, isOptional = false, onSubmit, onClose } = props;
  return (
    <Dialog
      title={title}
      description={<Decision domain={domain} effect={effect} />}
      onClose={onClose}
    >
      <Form
        schema={isOptional ? optional : required}
        initial={{ reason: '' }}
        onSubmit={async ({ reason }) => {
          await onSubmit(reason);
          onClose();
        }}
        className="mt-5"
      >
        <TextAreaField
          name="reason"
          label={label}
          hint="Visible to the buyer, the seller and operators"
          rows={4}
        />
        <DialogActions>
          <SubmitButton variant="danger-filled" wraps>
            {action}
          </SubmitButton>
          <Button variant="quiet" onClick={onClose}>
            Go back
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
