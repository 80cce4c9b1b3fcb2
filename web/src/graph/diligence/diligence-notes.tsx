/** The reasons against a domain, then its warnings, one sentence each. */

import clsx from 'clsx';
import { useId } from 'react';
import type { DiligenceNotesFragment } from './diligence.generated.ts';

export interface DiligenceNotesProps {
  notes: DiligenceNotesFragment['notes'];
  className?: string;
}

/** Nothing has to be done about these, so they are not coloured. */
const quietCodes = ['NOT_SIGNED', 'OUTDATED', 'UNKNOWN'];

export function DiligenceNotes({ notes, className }: DiligenceNotesProps) {
  if (notes.length === 0) return null;
  const warnings = notes.filter(({ blocks }) => !blocks);
  return (
    <div className={clsx('grid gap-3', className)}>
      <NoteGroup title="Can’t secure a loan" notes={notes.filter(({ blocks }) => blocks)} />
      <NoteGroup title={warnings.length === 1 ? 'Note' : 'Notes'} notes={warnings} />
    </div>
  );
}

function NoteGroup({ title, notes }: { title: string; notes: DiligenceNotesProps['notes'] }) {
  const id = useId();
  if (notes.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      <ul aria-labelledby={id} className="mt-1 space-y-1.5">
        {notes.map(({ code, blocks, message }) => (
          <li
            key={code}
            className={
              blocks ? 'text-red' : quietCodes.includes(code) ? 'text-ink-2' : 'text-amber'
            }
          >
            {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
