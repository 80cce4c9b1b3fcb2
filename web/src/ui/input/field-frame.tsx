/** The frame of a form control: label above, hint or error below. */

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useId } from 'react';

export interface FieldFrameProps {
  label: string;
  /** For screen readers only, if a column or title shows it already. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** Replaces the hint. */
  error?: string;
  /** How to fix the error, shown below it: "Use numbers, like 2500". */
  fixHint?: string;
  className?: string;
}

/** Attributes that connect a control with its label and messages. */
export interface ControlAttributes {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export function FieldFrame(
  props: FieldFrameProps & { children: (attributes: ControlAttributes) => ReactNode },
) {
  const { label, labelHidden = false, hint, error, fixHint, className, children } = props;
  const id = useId();
  const message = error ?? hint;
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={labelHidden ? 'sr-only' : 'mb-1.5 block w-fit font-semibold wrap-anywhere'}
      >
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': message === undefined ? undefined : `${id}-message`,
      })}
      {message !== undefined && (
        <p
          id={`${id}-message`}
          className={clsx(
            'mt-1.5 text-xs wrap-anywhere',
            error === undefined ? 'text-ink-3' : 'text-red',
          )}
        >
          {message}
          {error !== undefined && fixHint !== undefined && (
            <span className="block text-ink-3">{fixHint}</span>
          )}
        </p>
      )}
    </div>
  );
}
