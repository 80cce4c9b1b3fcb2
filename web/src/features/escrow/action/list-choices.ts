/** The outcomes of a button as choices, with the effect of each. */

import type { ActionButton } from './loan-actions.ts';
import type { Choice } from './outcome-choice.tsx';

/** The texts and figures of a choice, in addition to its label. */
export type ChoiceDetail = Pick<
  Choice<string>,
  'effect' | 'action' | 'danger' | 'typesName' | 'facts'
>;

export function listChoices<Outcome extends string>(
  { choices }: ActionButton,
  details: Readonly<Record<Outcome, ChoiceDetail | string>>,
): Choice<Outcome>[] {
  return choices.map(({ outcome, label, message }) => {
    const detail: ChoiceDetail | string | undefined = details[outcome as Outcome];
    return {
      ...(typeof detail === 'object' ? detail : { effect: detail ?? '' }),
      key: outcome as Outcome,
      label,
      disabledReason: message ?? undefined,
    };
  });
}
