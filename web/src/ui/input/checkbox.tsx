/** A checkbox with a clickable label. */

import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { useId } from 'react';

export interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> {
  label: ReactNode;
  hint?: ReactNode;
  error?: string;
  ref?: Ref<HTMLInputElement>;
}

export function Checkbox({ label, hint, error, className, ...input }: CheckboxProps) {
  const id = useId();
  const message = error ?? hint;
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-11 w-fit cursor-pointer items-start gap-3 py-2.5">
        <input
          {...input}
          id={id}
          type="checkbox"
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={message === undefined ? undefined : `${id}-message`}
          className="size-5.5 shrink-0 cursor-pointer accent-brand"
        />
        <span className="min-w-0 wrap-anywhere">{label}</span>
      </label>
      {message !== undefined && (
        <p
          id={`${id}-message`}
          className={`pl-8.5 text-xs wrap-anywhere ${error === undefined ? 'text-ink-3' : 'text-red'}`}
        >
          {message}
        </p>
      )}
    </div>
  );
}
