/** A rate in a form; the schema parses it with `percentRule`. */

import type { TextFieldProps } from './text-field.tsx';
import { TextField } from './text-field.tsx';

export function PercentField(props: Omit<TextFieldProps, 'before' | 'after' | 'inputMode'>) {
  return (
    <TextField
      hint="0 to 100"
      fixHint="Use numbers, like 12.5"
      {...props}
      after="%"
      inputMode="decimal"
    />
  );
}
