/** Label above, control, and below it the hint or, in its place, what is wrong with it. */

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { useId } from 'react';

export interface FieldFrameProps {
  label: string;
  /** Heard by screen readers alone: where a column or a title says it to the eye. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** What is wrong; it stands in the hint's place. */
  error?: string;
  /** How to fixHint it, below the error: "Use numbers, like 2500". */
  fixHint?: string;
  className?: string;
}

/** What a control must bear to be tied to its words. */
export interface ControlAttributes {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

export function FieldFrame(
  props: FieldFrameProps & { children: (ties: ControlAttributes) => ReactNode },
) {
  const { label, labelHidden = false, hint, error, fixHint, className, children } = props;
  const id = useId();
  const said = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className={labelHidden ? 'sr-only' : 'mb-1.5 block w-fit font-semibold'}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': said === undefined ? undefined : `${id}-said`,
      })}
      {said !== undefined && (
        <p
          id={`${id}-said`}
          className={clsx(
            'mt-1.5 text-xs wrap-anywhere',
            error === undefined ? 'text-ink-3' : 'text-red',
          )}
        >
          {said}
          {error !== undefined && fixHint !== undefined && (
            <span className="block text-ink-3">{fixHint}</span>
          )}
        </p>
      )}
    </div>
  );
}
