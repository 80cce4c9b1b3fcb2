/** Connects an input to the surrounding form: its value, and its error until the value is edited. */

import type { FieldError } from 'react-hook-form';
import { get, useFormContext } from 'react-hook-form';

export function useFormField(name: string) {
  const { register, clearErrors, formState } = useFormContext();
  const fieldError: FieldError | undefined = get(formState.errors, name);
  const error = fieldError?.message;
  const onChange = () => {
    if (error !== undefined) clearErrors(name);
  };
  return { ...register(name, { onChange }), error };
}
