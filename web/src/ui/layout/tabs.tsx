/** Accessible tabs: one tab stop, arrow keys between tabs, and a labelled panel. */

import type { KeyboardEvent, ReactNode } from 'react';
import { useId, useRef } from 'react';

export interface TabsProps<Key extends string> {
  /** What the tabs switch, for screen readers. */
  name: string;
  tabs: readonly { key: Key; label: string }[];
  selected: Key;
  onSelect: (key: Key) => void;
  /** The panel of the selected tab. */
  children: ReactNode;
}

/** The index that a key leads to, wrapping around. */
function step(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
}

export function Tabs<Key extends string>(props: TabsProps<Key>) {
  const { name, tabs, selected, onSelect, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.key === selected);
    const next = step(event.key, at, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (next === undefined || tab === undefined) return;
    event.preventDefault();
    onSelect(tab.key);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={name}
        onKeyDown={move}
        className="flex flex-wrap gap-x-1 border-b border-line"
      >
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === selected}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === selected ? 0 : -1}
            onClick={() => onSelect(tab.key)}
            // Two tabs have halves; of more tabs, a longer label gets more room before it takes two lines.
            style={tabs.length > 2 ? { flexGrow: tab.label.length } : undefined}
            className="-mb-px h-11 flex-1 border-b-2 border-transparent px-4 font-semibold text-ink-2 hover:text-ink aria-selected:border-brand-ink aria-selected:text-brand-ink"
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${selected}`}>
        {children}
      </div>
    </>
  );
}
