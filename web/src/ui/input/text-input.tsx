/** A text input, 44 pixels high, with optional adornments before and after the text. */

import clsx from 'clsx';
import type { InputHTMLAttributes, ReactNode, Ref } from 'react';
import { controlClass } from './control-class.ts';

export interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  /** "$" before the text. */
  before?: ReactNode;
  /** "%" or "days" after it. */
  after?: ReactNode;
  /** For technical text: codes, nameservers. */
  mono?: boolean;
  ref?: Ref<HTMLInputElement>;
}

const adornment = 'absolute inset-y-0 flex items-center text-ink-3';

export function TextInput({ before, after, mono = false, className, ...rest }: TextInputProps) {
  return (
    <span className="relative block">
      {before !== undefined && (
        <span aria-hidden="true" className={clsx(adornment, 'pointer-events-none left-3')}>
          {before}
        </span>
      )}
      <input
        {...rest}
        className={clsx(
          controlClass,
          'h-11 read-only:bg-sunken',
          mono && 'font-mono text-xs',
          before === undefined ? 'pl-3' : 'pl-7',
          after === undefined ? 'pr-3' : 'pr-14',
          className,
        )}
      />
      {after !== undefined && (
        <span
          className={clsx(
            adornment,
            typeof after === 'string' ? 'pointer-events-none right-3' : 'right-1.5',
          )}
        >
          {after}
        </span>
      )}
    </span>
  );
}
