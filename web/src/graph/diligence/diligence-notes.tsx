/** The reasons against a domain and its warnings, one sentence each. */

import clsx from 'clsx';
import type { DiligenceNotesFragment } from './diligence.generated.ts';

export interface DiligenceNotesProps {
  notes: DiligenceNotesFragment['notes'];
  className?: string;
}

/** Nothing has to be done about these, so they are not coloured. */
const quietCodes = ['NOT_SIGNED', 'OUTDATED', 'UNKNOWN'];

export function DiligenceNotes({ notes, className }: DiligenceNotesProps) {
  if (notes.length === 0) return null;
  return (
    <ul className={clsx('space-y-1.5', className)}>
      {notes.map(({ code, blocks, message }) => (
        <li
          key={code}
          className={blocks ? 'text-red' : quietCodes.includes(code) ? 'text-ink-2' : 'text-amber'}
        >
          {message}
        </li>
      ))}
    </ul>
  );
}
