/** A date in a form, with the browser's picker; its value is `2027-02-14`, or empty. */

import type { TextFieldProps } from './text-field.tsx';
import { TextField } from './text-field.tsx';

export function DateField(props: Omit<TextFieldProps, 'before' | 'after' | 'type'>) {
  return <TextField {...props} type="date" />;
}
