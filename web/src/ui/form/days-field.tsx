/** A term in days in a form; the schema parses it with `daysRule`. */

import type { TextFieldProps } from './text-field.tsx';
import { TextField } from './text-field.tsx';

export function DaysField(props: Omit<TextFieldProps, 'before' | 'after' | 'inputMode'>) {
  return (
    <TextField fixHint="Use whole days, like 90" {...props} after="days" inputMode="numeric" />
  );
}
