/** Requests a reset link for the typed email. The response does not reveal whether the account exists. */

import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { toErrorDetails } from '../../graph/api-error.ts';
import { useAction } from '../../graph/use-action.ts';
import { Button } from '../../ui/button/button.tsx';
import { showBanner } from '../../ui/feedback/banner.ts';
import { ForgotPasswordDocument } from './forgot-password.generated.ts';

export function ForgotPassword() {
  const { trigger, getValues, setError, clearErrors } = useFormContext<{ email: string }>();
  const [requestReset, busy] = useAction(ForgotPasswordDocument, { asVisitor: true });
  const [sentTo, setSentTo] = useState<string>();
  const requestLink = async () => {
    setSentTo(undefined);
    clearErrors();
    if (!(await trigger('email', { shouldFocus: true }))) return;
    const email = getValues('email').trim();
    try {
      await requestReset({ email });
      setSentTo(email);
      showBanner('green', 'Check your email');
    } catch (error) {
      const { message, fields } = toErrorDetails(error);
      setError('email', { type: 'server', message: fields?.email ?? message });
    }
  };
  return (
    <div>
      <Button variant="quiet" className="w-full" busy={busy} onClick={requestLink}>
        Forgot My Password
      </Button>
      <div role="status" className="mt-2 text-center text-xs text-ink-2 empty:hidden wrap-anywhere">
        {sentTo !== undefined &&
          `If ${sentTo} has an account, we’ve emailed a link to set a new password. It works for 60 minutes.`}
      </div>
    </div>
  );
}
