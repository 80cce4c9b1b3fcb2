/** A labelled input. Controlled directly, or by a form through `register`. */

import type { FieldFrameProps } from './field-frame.tsx';
import { FieldFrame } from './field-frame.tsx';
import type { TextInputProps } from './text-input.tsx';
import { TextInput } from './text-input.tsx';

export interface FieldProps extends FieldFrameProps, Omit<TextInputProps, 'id' | 'className'> {}

export function Field(props: FieldProps) {
  const { label, labelHidden, hint, error, fixHint, className, ...input } = props;
  return (
    <FieldFrame {...{ label, labelHidden, hint, error, fixHint, className }}>
      {(attributes) => <TextInput autoComplete="off" {...input} {...attributes} />}
    </FieldFrame>
  );
}
