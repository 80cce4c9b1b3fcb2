/** Names in a dialog, in a box that scrolls: an action on a selection can be about fifty of them. */

import { useId } from 'react';
import type { NamedNote } from './selection-rules.ts';

interface NameListProps {
  /** "34 will be listed". */
  title: string;
  names: readonly NamedNote[];
  /** The notes are sentences, which need a line each. */
  reasons?: boolean;
}

export function NameList({ title, names, reasons = false }: NameListProps) {
  const id = useId();
  if (names.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-4">
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls needs the keyboard
        tabIndex={0}
        aria-labelledby={id}
        style={{ maxHeight: '11rem' }}
        className="mt-2 divide-y divide-line overflow-y-auto overscroll-contain rounded-lg border border-line px-4 -outline-offset-2"
      >
        {names.map((one) => (
          <li
            key={one.id}
            className={
              reasons ? 'py-2' : 'flex flex-wrap items-baseline justify-between gap-x-4 py-2'
            }
          >
            <span className="font-medium wrap-anywhere">{one.name}</span>
            {one.note !== undefined && (
              <span className={reasons ? 'block text-xs text-ink-2' : 'num'}>{one.note}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
