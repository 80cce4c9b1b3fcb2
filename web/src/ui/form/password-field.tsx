/** A password in a form, with a button to show it. */

import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../button/icon-button.tsx';
import type { TextFieldProps } from './text-field.tsx';
import { TextField } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'after' | 'type'> {
  /** For the browser's password manager. */
  autoComplete: 'current-password' | 'new-password';
}

export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      after={
        <IconButton
          name="Show password"
          aria-pressed={shown}
          icon={shown ? EyeOff : Eye}
          iconSize={18}
          className="!size-8"
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
