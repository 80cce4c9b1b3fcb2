/** A dollar amount in a form; the schema parses it with `moneyRule`. */

import type { TextFieldProps } from './text-field.tsx';
import { TextField } from './text-field.tsx';

export function MoneyField(props: Omit<TextFieldProps, 'before' | 'after' | 'inputMode'>) {
  return <TextField fixHint="Use numbers, like 2500" {...props} before="$" inputMode="decimal" />;
}
