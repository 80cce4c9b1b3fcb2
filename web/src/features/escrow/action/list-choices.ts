/** The outcomes of a button as choices, with the effect of each. */

import type { Loan } from '../loan-parties.ts';
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

/**
 * The button as the loan offers it now. If the loan no longer offers it, or none of its choices, an open dialog keeps
 * the button with its choices disabled.
 */
export function findCurrentButton({ actionButtons }: Loan, button: ActionButton): ActionButton {
  const current = actionButtons.find(({ label }) => label === button.label);
  if (current && (current.choices.length > 0 || button.choices.length === 0)) return current;
  const choices = button.choices.map((choice) => ({
    ...choice,
    message: choice.message ?? 'This isn’t possible now.',
  }));
  return { ...button, choices };
}
