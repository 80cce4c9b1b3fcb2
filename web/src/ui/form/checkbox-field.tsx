/** A checkbox in a form; its value is true or false. */

import type { CheckboxProps } from '../input/checkbox.tsx';
import { Checkbox } from '../input/checkbox.tsx';
import { useFormField } from './use-form-field.ts';

export interface CheckboxFieldProps extends Omit<CheckboxProps, 'name' | 'error' | 'ref'> {
  name: string;
}

export function CheckboxField({ name, ...rest }: CheckboxFieldProps) {
  return <Checkbox {...rest} {...useFormField(name)} />;
}
