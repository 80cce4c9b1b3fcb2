/** A labelled native select. */

import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import type { Ref, SelectHTMLAttributes } from 'react';
import { controlClass } from './control-class.ts';
import type { FieldFrameProps } from './field-frame.tsx';
import { FieldFrame } from './field-frame.tsx';

export interface SelectProps
  extends FieldFrameProps,
    Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'className'> {
  options: readonly { value: string; label: string }[];
  ref?: Ref<HTMLSelectElement>;
}

export function Select(props: SelectProps) {
  const { label, labelHidden, hint, error, fixHint, className, options, ...select } = props;
  return (
    <FieldFrame {...{ label, labelHidden, hint, error, fixHint, className }}>
      {(attributes) => (
        <span className="relative block">
          <select
            {...select}
            {...attributes}
            className={clsx(controlClass, 'h-11 appearance-none truncate pr-9 pl-3')}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            size={16}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 my-auto text-ink-3"
          />
        </span>
      )}
    </FieldFrame>
  );
}
