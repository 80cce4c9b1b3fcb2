/** The six-digit MFA code, or a recovery code for users who have lost their authenticator. */

import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { CodeField } from '../../ui/form/code-field.tsx';

const code = {
  label: 'MFA code',
  hint: 'Optional. From your authenticator app, if you set it up.',
  inputMode: 'numeric',
  maxLength: 6,
} as const;

const recovery = {
  label: 'Recovery code',
  hint: 'One of the ten you saved, like abcde-12345. Each works once.',
  inputMode: 'text',
  maxLength: 11,
} as const;

/** `required`: the account has MFA, so the code is not optional. */
export function MfaField({ required = false }: { required?: boolean }) {
  const { setValue, clearErrors, setFocus } = useFormContext();
  const [useRecovery, setUseRecovery] = useState(false);
  const toggle = () => {
    setUseRecovery(!useRecovery);
    setValue('mfa', '');
    clearErrors('mfa');
    setFocus('mfa');
  };
  return (
    <div>
      <CodeField
        {...(useRecovery ? recovery : code)}
        {...(required && !useRecovery ? { hint: 'From your authenticator app.' } : {})}
        name="mfa"
      />
      <button
        type="button"
        onClick={toggle}
        className="mt-1 inline-flex min-h-6 items-center text-xs font-semibold text-brand-ink underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {useRecovery ? 'Use the authenticator' : 'Use a recovery code'}
      </button>
    </div>
  );
}
