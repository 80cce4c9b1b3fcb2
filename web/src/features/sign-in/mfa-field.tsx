/** The authenticator's code, at most six characters; who has lost the authenticator types a recovery code instead. */

import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { TextField } from '../../ui/form/text-field.tsx';

const code = {
  label: 'MFA code',
  hint: 'Optional. From your authenticator, if you have set it up.',
  inputMode: 'numeric',
  maxLength: 6,
} as const;

const recovery = {
  label: 'Recovery code',
  hint: 'One of the ten that you kept, like abcde-12345. Each works once.',
  inputMode: 'text',
  maxLength: 11,
} as const;

export function MfaField() {
  const { setValue, clearErrors, setFocus } = useFormContext();
  const [recovers, setRecovers] = useState(false);
  const swap = () => {
    setRecovers(!recovers);
    setValue('mfa', '');
    clearErrors('mfa');
    setFocus('mfa');
  };
  return (
    <div>
      <TextField
        {...(recovers ? recovery : code)}
        name="mfa"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
      <button
        type="button"
        onClick={swap}
        className="mt-1 inline-flex min-h-6 items-center text-xs font-semibold text-brand-ink underline decoration-1 underline-offset-4 hover:decoration-2"
      >
        {recovers ? 'Use the authenticator' : 'Use a recovery code'}
      </button>
    </div>
  );
}
