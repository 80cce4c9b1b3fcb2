/** A radio group of outcomes; a disabled one shows its reason. */

import clsx from 'clsx';
import { useId } from 'react';
import type { Fact } from '../../../ui/display/facts.tsx';

export interface Choice<Key extends string> {
  key: Key;
  label: string;
  /** The consequence of the choice. */
  effect: string;
  /** Set if the choice is disabled. */
  disabledReason?: string;
  /** The confirming button's label once this is chosen; absent: the dialog's own. */
  action?: string;
  danger?: boolean;
  /** Whether the domain's name must be typed, because the choice gives the domain away. */
  typesName?: boolean;
  /** What the choice concerns, shown once it is chosen. */
  facts?: readonly Fact[];
}

export interface OutcomeChoiceProps<Key extends string> {
  /** Such as "How does it end?" */
  question: string;
  choices: readonly Choice<Key>[];
  chosen: Key | undefined;
  onChoose: (key: Key) => void;
}

export function OutcomeChoice<Key extends string>(props: OutcomeChoiceProps<Key>) {
  const { question, choices, chosen, onChoose } = props;
  const id = useId();
  return (
    <fieldset className="mt-5 space-y-2">
      <legend className="mb-1.5 font-semibold">{question}</legend>
      {choices.map(({ key, label, effect, disabledReason }) => (
        <label
          key={key}
          className={clsx(
            'flex gap-3 rounded-md border px-3.5 py-3',
            disabledReason === undefined
              ? 'cursor-pointer hover:bg-sunken'
              : 'bg-sunken text-ink-3',
            chosen === key ? 'border-brand-ink' : 'border-line-strong',
          )}
        >
          <input
            type="radio"
            name={id}
            checked={chosen === key}
            disabled={disabledReason !== undefined}
            onChange={() => onChoose(key)}
            className="mt-0.5 size-4.5 shrink-0 accent-brand"
          />
          <span className="min-w-0 wrap-anywhere">
            <span className="block font-semibold">{label}</span>
            <span
              className={clsx('mt-0.5 block text-xs', disabledReason === undefined && 'text-ink-2')}
            >
              {disabledReason ?? effect}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
