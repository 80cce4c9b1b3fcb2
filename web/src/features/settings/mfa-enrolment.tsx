/** Sets up MFA in three steps: the password if required, the authenticator app, the recovery codes. */

import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { toErrorDetails } from '../../graph/api-error.ts';
import { useAction } from '../../graph/use-action.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Copyable } from '../../ui/display/copyable.tsx';
import { showBanner } from '../../ui/feedback/banner.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { CodeField } from '../../ui/form/code-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { codeRule } from '../../ui/form/rules.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import type { EnrollMfaMutation } from './mfa-card.generated.ts';
import { ConfirmMfaDocument, EnrollMfaDocument } from './mfa-card.generated.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type Key = EnrollMfaMutation['enrollMfa'];
type Step =
  | { at: 'begin' }
  | { at: 'password' }
  | { at: 'key'; key: Key }
  | { at: 'codes'; codes: readonly string[] };

export function MfaEnrolment({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'begin' });
  const [problem, setProblem] = useState<string>();
  const [enroll] = useAction(EnrollMfaDocument);
  const begin = async (curPassword: string | null) => {
    const { enrollMfa: key } = await enroll({ curPassword });
    setStep({ at: 'key', key });
  };
  // Shortly after a login the server requires no password.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    begin(null).catch((error: unknown) => {
      const details = toErrorDetails(error);
      if (details.fields?.curPassword === undefined) setProblem(details.message);
      setStep({ at: 'password' });
    });
  }, []);
  if (step.at === 'codes')
    return (
      <RecoveryCodes
        codes={step.codes}
        onSaved={() => {
          onClose();
          showBanner('green', 'MFA turned on');
        }}
      />
    );
  return (
    // The key opens the dialog again at each step, so that its first field gets the focus.
    <Dialog
      key={step.at}
      title="Set up MFA"
      description={
        step.at === 'key'
          ? 'Scan the code with your authenticator app, or enter the key there. Then enter the six digits it shows.'
          : undefined
      }
      problem={problem}
      onClose={onClose}
    >
      {step.at === 'begin' && <Skeleton rows={2} label="Set up MFA" />}
      {step.at === 'password' && <PasswordStep onPassword={begin} onClose={onClose} />}
      {step.at === 'key' && (
        <KeyStep
          enrolment={step.key}
          onConfirmed={(codes) => setStep({ at: 'codes', codes })}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

const passwordSchema = z.object({ curPassword: z.string() });

interface PasswordStepProps {
  onPassword: (curPassword: string) => Promise<void>;
  onClose: () => void;
}

function PasswordStep({ onPassword, onClose }: PasswordStepProps) {
  return (
    <Form
      schema={passwordSchema}
      initial={{ curPassword: '' }}
      onSubmit={({ curPassword }) => onPassword(curPassword)}
      className="mt-5"
    >
      <PasswordField
        name="curPassword"
        label="Current password"
        autoComplete="current-password"
        hint="To confirm it’s you."
      />
      <DialogActions>
        <SubmitButton>Continue</SubmitButton>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Form>
  );
}

const codeSchema = z.object({ mfa: codeRule() });

interface KeyStepProps {
  enrolment: Key;
  onConfirmed: (recoveryCodes: readonly string[]) => void;
  onClose: () => void;
}

function KeyStep({ enrolment, onConfirmed, onClose }: KeyStepProps) {
  const [confirm] = useAction(ConfirmMfaDocument);
  const submit = async ({ mfa }: { mfa: string }) => {
    const { confirmMfa } = await confirm({ mfa });
    onConfirmed(confirmMfa.recoveryCodes);
  };
  return (
    <Form schema={codeSchema} initial={{ mfa: '' }} onSubmit={submit} className="mt-5">
      <div className="grid gap-5">
        <img
          src={enrolment.qr}
          alt="QR code for your authenticator app"
          width={192}
          height={192}
          className="mx-auto rounded-md border border-line bg-white"
        />
        <Copyable label="Key" text={enrolment.key} />
        <CodeField
          name="mfa"
          label="MFA code"
          hint="Six digits. A new code appears every 30 seconds."
          inputMode="numeric"
          maxLength={6}
        />
      </div>
      <DialogActions>
        <SubmitButton>Turn on MFA</SubmitButton>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogActions>
    </Form>
  );
}
