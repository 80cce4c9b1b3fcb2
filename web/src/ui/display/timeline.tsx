/** The progress of a loan in five steps: done, current and upcoming. */

import clsx from 'clsx';
import { Check } from 'lucide-react';

export interface TimelineStep {
  title: string;
  /** Below the title: when it was done, or what it waits for. */
  detail?: string;
}

export interface TimelineProps {
  steps: readonly TimelineStep[];
  /** Index of the current step; `steps.length` when all are done, -1 for a cancelled loan. */
  at: number;
  /** The current step is in dispute. */
  disputed?: boolean;
}

type State = 'done' | 'current' | 'ahead';

export function Timeline({ steps, at, disputed = false }: TimelineProps) {
  const stateOf = (index: number): State =>
    index < at ? 'done' : index === at ? 'current' : 'ahead';
  const current = steps[Math.min(at, steps.length - 1)];
  return (
    <>
      {current !== undefined && (
        <p className="mb-2 flex items-baseline justify-between sm:hidden" aria-hidden="true">
          <span className="font-semibold">{current.title}</span>
          <span className="text-xs text-ink-3">
            Step {Math.min(at + 1, steps.length)} of {steps.length}
          </span>
        </p>
      )}
      <ol
        className="grid gap-1 sm:gap-0"
        style={{ gridTemplateColumns: `repeat(${steps.length}, minmax(0, 1fr))` }}
      >
        {steps.map((step, index) => (
          <Segment key={step.title} step={step} state={stateOf(index)} disputed={disputed} />
        ))}
      </ol>
    </>
  );
}

interface SegmentProps {
  step: TimelineStep;
  state: State;
  disputed: boolean;
}

const screenReaderSuffix: Record<State, string> = {
  done: ', done',
  current: ', current',
  ahead: '',
};

function Segment({ step, state, disputed }: SegmentProps) {
  const inDispute = disputed && state === 'current';
  return (
    <li aria-current={state === 'current' ? 'step' : undefined}>
      <span
        aria-hidden="true"
        className="block h-1.5 overflow-hidden rounded-[3px] bg-line forced-color-adjust-none sm:mr-1"
      >
        {state !== 'ahead' && (
          <span
            className={clsx(
              'block h-full',
              inDispute ? 'bg-red' : 'bg-brand',
              state === 'current' && !inDispute && 'w-[55%]',
            )}
          />
        )}
      </span>
      <span className="sr-only sm:hidden">
        {step.title}
        {screenReaderSuffix[state]}
      </span>
      <span className="mt-3 hidden pr-3 sm:block">
        <span
          className={clsx(
            'flex items-center gap-1.5 font-semibold',
            state === 'ahead' ? 'text-ink-3' : 'text-ink',
          )}
        >
          {state === 'done' && (
            <Check
              size={15}
              strokeWidth={2.5}
              aria-hidden="true"
              className="shrink-0 text-brand-ink"
            />
          )}
          {step.title}
          {state === 'done' && <span className="sr-only">, done</span>}
        </span>
        {step.detail !== undefined && (
          <span className="mt-0.5 block text-2xs text-ink-3">{step.detail}</span>
        )}
      </span>
    </li>
  );
}
