/** What a history entry says to its reader. It is never stored: entries store the action. */

import type { HistoryEntry } from '../loan/history.ts';
import { otherHistoryTexts } from '../loan/history.ts';
import type { TransitionDescriptor } from './transition/transition-descriptor.ts';
import { transitions } from './transition/transitions.ts';

const descriptors: Readonly<Record<string, Pick<TransitionDescriptor, 'history'> | undefined>> =
  transitions;

export function describeHistoryEntry({ action, to }: Pick<HistoryEntry, 'action' | 'to'>): string {
  if (action in otherHistoryTexts)
    return otherHistoryTexts[action as keyof typeof otherHistoryTexts];
  const descriptor = descriptors[action];
  if (!descriptor) return formatActionName(action);
  const { history } = descriptor;
  return typeof history === 'string' ? history : history({ to });
}

/** "Extend term" for EXTEND_TERM: after a rollback, an action that a newer release stored has no descriptor. */
function formatActionName(action: string): string {
  const text = action.toLowerCase().replaceAll('_', ' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
