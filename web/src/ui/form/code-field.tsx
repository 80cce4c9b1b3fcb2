/** An MFA or recovery code. Spaces that users type or paste with it are dropped before its length is limited. */

import type { ChangeEvent, ClipboardEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import type { FieldProps } from '../input/field.tsx';
import { Field } from '../input/field.tsx';
import type { TextFieldProps } from './text-field.tsx';
import { useFormField } from './use-form-field.ts';

export interface CodeFieldProps extends TextFieldProps {
  maxLength: number;
}

export function CodeField({ name, maxLength, ...rest }: CodeFieldProps) {
  const { setValue, clearErrors } = useFormContext();
  const field = useFormField(name);
  const clean = (text: string) => text.replace(/\s/g, '').slice(0, maxLength);
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const { target } = event;
    if (target.value !== clean(target.value)) target.value = clean(target.value);
    return field.onChange(event);
  };
  /** The browser would cut a pasted text to `maxLength` with its spaces. */
  const onPaste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = event.currentTarget;
    const before = value.slice(0, selectionStart ?? value.length);
    const after = value.slice(selectionEnd ?? value.length);
    setValue(name, clean(`${before}${event.clipboardData.getData('text')}${after}`));
    clearErrors(name);
  };
  const handlers: Partial<FieldProps> = { onChange, onPaste };
  return (
    <Field
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      {...field}
      {...handlers}
      maxLength={maxLength}
    />
  );
}
