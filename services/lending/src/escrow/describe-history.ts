/** What a history entry says to its reader. It is never stored: entries store the action. */

import type { HistoryEntry } from '../loan/history.ts';
import { otherHistoryTexts } from '../loan/history.ts';
import { transitions } from './transition/transitions.ts';

export function describeHistoryEntry({ action, to }: Pick<HistoryEntry, 'action' | 'to'>): string {
  if (action in otherHistoryTexts)
    return otherHistoryTexts[action as keyof typeof otherHistoryTexts];
  const { history } = transitions[action as keyof typeof transitions];
  return typeof history === 'string' ? history : history({ to });
}
