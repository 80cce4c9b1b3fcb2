/** A text area in a form. */

import type { TextAreaProps } from '../input/text-area.tsx';
import { TextArea } from '../input/text-area.tsx';
import { useFormField } from './use-form-field.ts';

export interface TextAreaFieldProps extends Omit<TextAreaProps, 'name' | 'error' | 'ref'> {
  name: string;
}

export function TextAreaField({ name, ...rest }: TextAreaFieldProps) {
  return <TextArea {...rest} {...useFormField(name)} />;
}
