/** Ties an input to the form around it: its answer, and its error until the answer is edited. */

import type { FieldError } from 'react-hook-form';
import { get, useFormContext } from 'react-hook-form';

export function useFormField(name: string) {
  const { register, clearErrors, formState } = useFormContext();
  const fault: FieldError | undefined = get(formState.errors, name);
  const error = fault?.message;
  const onChange = () => {
    if (error !== undefined) clearErrors(name);
  };
  return { ...register(name, { onChange }), error };
}
