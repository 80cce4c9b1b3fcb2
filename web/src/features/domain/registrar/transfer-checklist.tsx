/** What to check before a domain is listed or transferred. It informs; nothing waits for it. */

import clsx from 'clsx';
import { CircleAlert, CircleCheck, CircleDashed, CircleHelp } from 'lucide-react';
import { useId } from 'react';
import type { ChecklistState } from '../../../graph/schema.generated.ts';
import { Time } from '../../../ui/display/time.tsx';
import type { TransferChecklistFragment } from './transfer-checklist.generated.ts';

const states = {
  TODO: { icon: CircleDashed, label: 'To do', className: 'text-ink' },
  WARN: { icon: CircleAlert, label: 'Note', className: 'text-amber' },
  UNKNOWN: { icon: CircleHelp, label: 'Unknown', className: 'text-ink-3' },
  OK: { icon: CircleCheck, label: 'OK', className: 'text-green' },
} satisfies Record<ChecklistState, object>;

type Checklist = NonNullable<TransferChecklistFragment['transferChecklist']>;

export interface TransferChecklistProps {
  /** Null if it cannot be shown. */
  checklist: Checklist | null;
  /** Only its summary is shown until the reader opens it. */
  folded?: boolean;
}

export function TransferChecklist({ checklist, folded = false }: TransferChecklistProps) {
  const id = useId();
  if (!checklist) return null;
  const { items } = checklist;
  const open = items.filter(({ state }) => state !== 'OK');
  const done = items.filter(({ state }) => state === 'OK');
  const title = 'Transfer checklist';
  const className = 'mt-5 rounded-lg border border-line px-4 py-3 text-xs';
  const content = (
    <>
      <Items items={open} className="mt-2" />
      {folded ? (
        <Items items={done} className="mt-2" />
      ) : (
        done.length > 0 && (
          <details className="mt-2">
            <summary className="cursor-pointer text-ink-2">{done.length} done</summary>
            <Items items={done} className="mt-2" />
          </details>
        )
      )}
      <LeaveDay day={checklist.canLeaveOn} />
    </>
  );
  if (folded)
    return (
      <details className={className}>
        <summary className="cursor-pointer font-semibold">
          {title}: <span className="font-normal text-ink-2">{describeItems(items)}</span>
        </summary>
        {content}
      </details>
    );
  return (
    <section aria-labelledby={id} className={className}>
      <h3 id={id} className="font-semibold">
        {title}
      </h3>
      {content}
    </section>
  );
}

/** "1 to do, 2 notes". */
function describeItems(items: Checklist['items']): string {
  const count = (wanted: ChecklistState) => items.filter(({ state }) => state === wanted).length;
  const notes = count('WARN');
  const texts = [
    count('TODO') > 0 && `${count('TODO')} to do`,
    notes > 0 && `${notes} ${notes === 1 ? 'note' : 'notes'}`,
    count('UNKNOWN') > 0 && `${count('UNKNOWN')} unknown`,
  ].filter(Boolean);
  return texts.length > 0 ? texts.join(', ') : 'nothing to do';
}

function Items({ items, className }: { items: Checklist['items']; className: string }) {
  if (items.length === 0) return null;
  return (
    <ul className={clsx('space-y-2', className)}>
      {items.map(({ code, state, message }) => {
        const { icon: Icon, label, className: tone } = states[state];
        return (
          <li key={code} className="flex gap-2">
            <Icon size={16} aria-hidden="true" className={clsx('mt-0.5 shrink-0', tone)} />
            <span className="min-w-0">
              <span className="sr-only">{label}: </span>
              {message}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Our lock, not that of the registrar where the domain is now. */
function LeaveDay({ day }: { day: string | null }) {
  if (!day) return null;
  return (
    <p className="mt-2 text-ink-2">
      Once with us, it can be transferred out from <Time as="day" value={day} />
    </p>
  );
}
