/** Asks for the new email and a proof of identity. */

import * as z from 'zod/mini';
import { useAction } from '../../graph/use-action.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { showBanner } from '../../ui/feedback/banner.ts';
import { CodeField } from '../../ui/form/code-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { TextField } from '../../ui/form/text-field.tsx';
import { ChangeEmailDocument } from './email-card.generated.ts';

/** The server validates the address. */
const schema = z.object({ newEmail: z.string(), curPassword: z.string(), mfa: z.string() });
const empty = { newEmail: '', curPassword: '', mfa: '' };

export function EmailDialog(props: { mfaEnabled: boolean; onClose: () => void }) {
  const [change] = useAction(ChangeEmailDocument);
  const submit = async ({ mfa, ...input }: typeof empty) => {
    await change({ ...input, mfa: mfa || null });
    props.onClose();
    showBanner('green', 'Check your new email');
  };
  return (
    <Dialog
      title="Change email"
      description="We send a link to your new email. We also notify your current one, which can stop the change for 72 hours. Until then, transfers out, payee changes and giving up a domain are on hold."
      onClose={props.onClose}
    >
      <Form schema={schema} initial={empty} onSubmit={submit} className="mt-5 space-y-4">
        <TextField name="newEmail" label="New email" inputMode="email" autoComplete="email" />
        <PasswordField
          name="curPassword"
          label="Current password"
          autoComplete="current-password"
          hint="To confirm it’s you."
        />
        {props.mfaEnabled && (
          <CodeField
            name="mfa"
            label="MFA code"
            hint="From your authenticator app, or a recovery code."
            maxLength={11}
          />
        )}
        <DialogActions>
          <SubmitButton>Change Email</SubmitButton>
          <Button variant="quiet" onClick={props.onClose}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
