/** Multi-factor authentication: its state, and the buttons to turn it on or off. */

import { useState } from 'react';
import * as z from 'zod/mini';
import { useAction } from '../../graph/use-action.ts';
import { Button } from '../../ui/button/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogActions } from '../../ui/dialog/dialog-actions.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { showBanner } from '../../ui/feedback/banner.ts';
import { CodeField } from '../../ui/form/code-field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { codeRule } from '../../ui/form/rules.ts';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { DisableMfaDocument } from './mfa-card.generated.ts';
import { MfaEnrolment } from './mfa-enrolment.tsx';
import type { ProfileFragment } from './profile.generated.ts';

export interface MfaCardProps {
  profile: ProfileFragment;
  /** Called when the state may have changed, also from another device. */
  onChanged: () => void;
}

export function MfaCard({ profile, onChanged }: MfaCardProps) {
  const on = profile.mfaEnabled ?? false;
  const [requested, setRequested] = useState<'ON' | 'OFF'>();
  const close = () => {
    setRequested(undefined);
    onChanged();
  };
  return (
    <Card title="MFA" aside={<Chip tone={on ? 'green' : 'gray'}>{on ? 'On' : 'Off'}</Chip>}>
      <p className="mt-1 mb-4 text-ink-2">
        {on
          ? 'We ask for a code from your authenticator app, or a recovery code, when you log in.'
          : 'Ask for a code from your authenticator app when you log in.'}
      </p>
      {on ? (
        <Button variant="danger" onClick={() => setRequested('OFF')}>
          Turn off MFA
        </Button>
      ) : (
        <Button onClick={() => setRequested('ON')}>Set up MFA</Button>
      )}
      {requested === 'ON' && <MfaEnrolment onClose={close} />}
      {requested === 'OFF' && <SwitchOff onClose={close} />}
    </Card>
  );
}

const schema = z.object({ mfa: codeRule() });

function SwitchOff({ onClose }: { onClose: () => void }) {
  const [disable] = useAction(DisableMfaDocument);
  const submit = async ({ mfa }: { mfa: string }) => {
    await disable({ mfa });
    onClose();
    showBanner('green', 'MFA turned off');
  };
  return (
    <Dialog
      title="Turn off MFA?"
      description="You’ll log in with your password only. Your recovery codes stop working."
      onClose={onClose}
    >
      <Form schema={schema} initial={{ mfa: '' }} onSubmit={submit} className="mt-5">
        <CodeField
          name="mfa"
          label="MFA code"
          hint="From your authenticator app, or a recovery code."
          maxLength={11}
        />
        <DialogActions>
          <SubmitButton variant="danger">Turn off MFA</SubmitButton>
          <Button variant="quiet" onClick={onClose}>
            Go back
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
