/** Asks for the password, and the MFA code where MFA is on, before a call that needs a fresh session is repeated. */

import { LockKeyhole } from 'lucide-react';
import * as z from 'zod/mini';
import { useAction } from '../../graph/use-action.ts';
import { usePageQuery } from '../../graph/use-page-query.ts';
import { endStepUp } from '../../session/step-up.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { FormProblem } from './form-problem.tsx';
import { MfaField } from './mfa-field.tsx';
import { StepUpAccountDocument, StepUpDocument } from './step-up-dialog.generated.ts';
import { useSubmit } from './use-submit.ts';

const schema = z.object({ curPassword: z.string(), mfa: z.optional(z.string()) });

export function StepUpDialog() {
  const { data } = usePageQuery(StepUpAccountDocument, {});
  const [stepUp] = useAction(StepUpDocument);
  const { send, problem } = useSubmit(async ({ curPassword, mfa }: z.output<typeof schema>) => {
    await stepUp({ curPassword, mfa: mfa || null });
    endStepUp(true);
  });
  const cancel = () => endStepUp(false);
  return (
    <Dialog
      title="Confirm that it’s you"
      description="This action needs your password if you logged in more than 15 minutes ago."
      icon={LockKeyhole}
      onClose={cancel}
    >
      <Form
        schema={schema}
        initial={{ curPassword: '', mfa: '' }}
        onSubmit={send}
        className="mt-5 space-y-4"
      >
        <PasswordField label="Password" name="curPassword" autoComplete="current-password" />
        {data?.self?.mfaEnabled && <MfaField required />}
        <FormProblem problem={problem} />
        <DialogActions>
          <SubmitButton>Confirm</SubmitButton>
          <Button variant="quiet" onClick={cancel}>
            Cancel
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
