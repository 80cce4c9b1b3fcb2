/** Groups a loan's history for display: consecutive reminders of one kind are one row. */

import type { HistoryEntryFragment } from './history.generated.ts';

/** In the order of the list; all of one kind. */
export type HistoryRow = readonly [HistoryEntryFragment, ...HistoryEntryFragment[]];

const isReminder = ({ action }: HistoryEntryFragment): boolean => action.startsWith('REMIND_');

export function groupEntries(entries: readonly HistoryEntryFragment[]): HistoryRow[] {
  const rows: [HistoryEntryFragment, ...HistoryEntryFragment[]][] = [];
  for (const entry of entries) {
    const last = rows.at(-1);
    if (last && isReminder(entry) && last[0].action === entry.action) last.push(entry);
    else rows.push([entry]);
  }
  return rows;
}
