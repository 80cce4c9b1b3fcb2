/** The outcomes of a button as choices, with the effect of each. */

import type { ActionButton } from './loan-actions.ts';
import type { Choice } from './outcome-choice.tsx';

export function listChoices<Outcome extends string>(
  { choices }: ActionButton,
  effects: Readonly<Record<Outcome, string>>,
): Choice<Outcome>[] {
  return choices.map(({ outcome, label, message }) => ({
    key: outcome as Outcome,
    label,
    effect: effects[outcome as Outcome] ?? '',
    disabledReason: message ?? undefined,
  }));
}
