/** Yes or no in a table cell, as text and icon. */

import { Check, Minus } from 'lucide-react';

export function YesNo({ value }: { value: boolean }) {
  if (value)
    return (
      <span className="flex items-center gap-1.5">
        <Check size={16} strokeWidth={2.25} aria-hidden="true" className="text-green" />
        Yes
      </span>
    );
  return (
    <span className="flex items-center gap-1.5 text-ink-3">
      <Minus size={16} aria-hidden="true" />
      No
    </span>
  );
}
