/** Yes or no in a table cell, as text and icon; next to its label, in the stacked layout, the icon says it. */

import { Check, Minus } from 'lucide-react';

export function YesNo({ value }: { value: boolean }) {
  return (
    <span className={value ? 'flex items-center gap-1.5' : 'flex items-center gap-1.5 text-ink-3'}>
      {value ? (
        <Check size={16} strokeWidth={2.25} aria-hidden="true" className="text-green" />
      ) : (
        <Minus size={16} aria-hidden="true" />
      )}
      <span className="stacked:sr-only">{value ? 'Yes' : 'No'}</span>
    </span>
  );
}
