/** A calendar day in a form, by the browser's own picker; its answer is `2027-02-14`, or empty. */

import type { TextFieldProps } from './text-field.tsx';
import { TextField } from './text-field.tsx';

export function DateField(props: Omit<TextFieldProps, 'before' | 'after' | 'type'>) {
  return <TextField {...props} type="date" />;
}
