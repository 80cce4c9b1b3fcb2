/** A labelled input. Controlled by hand, or by a form: it takes what `register` gives. */

import type { FieldFrameProps } from './field-frame.tsx';
import { FieldFrame } from './field-frame.tsx';
import type { TextInputProps } from './text-input.tsx';
import { TextInput } from './text-input.tsx';

export interface FieldProps extends FieldFrameProps, Omit<TextInputProps, 'id' | 'className'> {}

export function Field(props: FieldProps) {
  const { label, labelHidden, hint, error, fixHint, className, ...input } = props;
  return (
    <FieldFrame {...{ label, labelHidden, hint, error, fixHint, className }}>
      {(ties) => <TextInput autoComplete="off" {...input} {...ties} />}
    </FieldFrame>
  );
}
