/** A select in a form. */

import type { SelectProps } from '../input/select.tsx';
import { Select } from '../input/select.tsx';
import { useFormField } from './use-form-field.ts';

export interface SelectFieldProps extends Omit<SelectProps, 'name' | 'error' | 'ref'> {
  name: string;
}

export function SelectField({ name, ...rest }: SelectFieldProps) {
  return <Select {...rest} {...useFormField(name)} />;
}
