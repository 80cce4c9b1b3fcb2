/** A labelled text area. */

import clsx from 'clsx';
import type { Ref, TextareaHTMLAttributes } from 'react';
import { controlClass } from './control-class.ts';
import type { FieldFrameProps } from './field-frame.tsx';
import { FieldFrame } from './field-frame.tsx';

export interface TextAreaProps
  extends FieldFrameProps,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'className'> {
  ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea(props: TextAreaProps) {
  const { label, labelHidden, hint, error, fixHint, className, ...area } = props;
  return (
    <FieldFrame {...{ label, labelHidden, hint, error, fixHint, className }}>
      {(attributes) => (
        <textarea
          rows={3}
          {...area}
          {...attributes}
          className={clsx(controlClass, 'block min-h-11 resize-y px-3 py-2.5')}
        />
      )}
    </FieldFrame>
  );
}
