/** A text input in a form. */

import type { FieldProps } from '../input/field.tsx';
import { Field } from '../input/field.tsx';
import { useFormField } from './use-form-field.ts';

export interface TextFieldProps extends Omit<FieldProps, 'name' | 'error' | 'ref'> {
  name: string;
}

export function TextField({ name, ...rest }: TextFieldProps) {
  return <Field {...rest} {...useFormField(name)} />;
}
