/** The progress of a loan in five steps: done, current and upcoming. */

import clsx from 'clsx';
import { Check } from 'lucide-react';
import type { StepTime } from './time-segment.tsx';
import { TimeSegment } from './time-segment.tsx';

export interface TimelineStep {
  title: string;
  /** Below the title: when it was done, or what it waits for. */
  detail?: string;
  /** Of a step that takes time: how much has passed. */
  time?: StepTime;
  /** A dispute stopped this step. */
  disputed?: boolean;
}

export interface TimelineProps {
  steps: readonly TimelineStep[];
  /** Index of the current step; `steps.length` when all are done, -1 for a cancelled loan. */
  at: number;
}

type State = 'done' | 'current' | 'ahead';

export function Timeline({ steps, at }: TimelineProps) {
  const stateOf = (index: number): State =>
    index < at ? 'done' : index === at ? 'current' : 'ahead';
  const current = steps[Math.min(at, steps.length - 1)];
  return (
    <>
      {current !== undefined && (
        <p
          className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3 sm:hidden"
          aria-hidden="true"
        >
          <span className="font-semibold">{current.title}</span>
          <span className="text-xs text-ink-3">
            Step {Math.min(at + 1, steps.length)} of {steps.length}
          </span>
          {current.detail !== undefined && (
            <span className="num w-full text-xs text-ink-2">{current.detail}</span>
          )}
        </p>
      )}
      <ol
        className="grid gap-1 sm:gap-0"
        style={{
          // A step that takes time is wide enough to show it.
          gridTemplateColumns: steps
            .map(({ time }) => `minmax(0, ${time ? '2fr' : '1fr'})`)
            .join(' '),
        }}
      >
        {steps.map((step, index) => (
          <Segment key={step.title} step={step} state={stateOf(index)} />
        ))}
      </ol>
    </>
  );
}

interface SegmentProps {
  step: TimelineStep;
  state: State;
}

const screenReaderSuffix: Record<State, string> = {
  done: ', done',
  current: ', current',
  ahead: '',
};

function Segment({ step, state }: SegmentProps) {
  return (
    <li aria-current={state === 'current' ? 'step' : undefined}>
      {step.time && state === 'current' ? (
        <TimeSegment time={step.time} />
      ) : (
        <Bar state={state} disputed={step.disputed} />
      )}
      <span className="sr-only sm:hidden">
        {step.title}
        {screenReaderSuffix[state]}
        {state === 'current' && step.detail !== undefined && `: ${step.detail}`}
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
          <span className="num mt-0.5 block text-2xs text-ink-3">{step.detail}</span>
        )}
      </span>
    </li>
  );
}

/** A step without a duration is half filled while it is the current one. */
function Bar({ state, disputed = false }: { state: State; disputed?: boolean | undefined }) {
  return (
    <span
      aria-hidden="true"
      data-state={disputed ? 'disputed' : undefined}
      className="block h-1.5 overflow-hidden rounded-[3px] bg-line forced-color-adjust-none sm:mr-1"
    >
      {state !== 'ahead' && (
        <span
          className={clsx(
            'block h-full',
            disputed ? 'bg-hatched-red' : 'bg-brand',
            state === 'current' && 'w-[55%]',
          )}
        />
      )}
    </span>
  );
}
