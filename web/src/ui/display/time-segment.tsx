/** The segment of a timeline that is true to time: the elapsed share of a term, its end, and the grace period after it. */

import clsx from 'clsx';

export interface StepTime {
  /** The elapsed share of the term, 0 to 1. */
  elapsed: number;
  /** The elapsed share of the grace period, 0 to 1. */
  grace: number;
  state: 'running' | 'grace' | 'overdue' | 'disputed';
}

/** A grace period of days would be a hairline next to a term of months, so it has its own scale. */
const termPercent = 84;
const gracePercent = 100 - termPercent;

/** The position of today on the segment, in percent. */
export const computePosition = ({ elapsed, grace }: StepTime): number =>
  elapsed < 1 ? elapsed * termPercent : termPercent + grace * gracePercent;

export function TimeSegment({ time }: { time: StepTime }) {
  const { elapsed, grace, state } = time;
  const disputed = state === 'disputed';
  const today = `${computePosition(time)}%`;
  return (
    <span
      aria-hidden="true"
      data-state={state}
      className="relative block h-1.5 rounded-[3px] bg-line forced-color-adjust-none sm:mr-1"
    >
      <span
        className="absolute inset-y-0 right-0 rounded-r-[3px] bg-amber/35"
        style={{ left: `${termPercent}%` }}
      />
      <span
        className={clsx(
          'absolute inset-y-0 left-0 rounded-l-[3px]',
          disputed ? 'bg-hatched-red' : 'bg-brand',
        )}
        style={{ width: `${elapsed * termPercent}%` }}
      />
      {grace > 0 && (
        <span
          className={clsx(
            'absolute inset-y-0',
            disputed ? 'bg-hatched-red' : state === 'overdue' ? 'bg-red' : 'bg-amber',
          )}
          style={{ left: `${termPercent}%`, width: `${grace * gracePercent}%` }}
        />
      )}
      <span
        className="absolute -inset-y-1 w-0.5 -translate-x-1/2 rounded-full bg-ink-2"
        style={{ left: `${termPercent}%` }}
      />
      <span
        className={clsx(
          'absolute top-1/2 size-3.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-[3px] border-surface',
          state === 'running' ? 'bg-brand' : state === 'grace' ? 'bg-amber' : 'bg-red',
        )}
        style={{ left: today }}
      />
    </span>
  );
}
