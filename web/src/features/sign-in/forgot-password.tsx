/** Asks for a reset link to the email that was typed. The answer is the same whether there is such an account. */

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
  const ask = async () => {
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
      <Button variant="quiet" className="w-full" busy={busy} onClick={ask}>
        Forgot My Password
      </Button>
      <div role="status" className="mt-2 text-center text-xs text-ink-2 empty:hidden wrap-anywhere">
        {sentTo !== undefined &&
          `If ${sentTo} has an account, a link to set a new password is on its way. It works for 60 minutes.`}
      </div>
    </div>
  );
}
