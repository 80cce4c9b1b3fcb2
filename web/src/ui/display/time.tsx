/** A day or time as `<time>`, with the full time as a tooltip. */

import clsx from 'clsx';
import { formatAgo } from '../../format/ago.ts';
import { formatDay, formatDayTime, formatUtcDay } from '../../format/day.ts';
import { formatShortDay, formatShortDayTime } from '../../format/short-day.ts';

export type TimeProps = {
  /** ISO 8601: a timestamp, or a day like `2027-02-14`. */
  value: string;
  className?: string;
} & (
  | {
      /** `due`: the UTC day, on which due dates and interest run. */
      as: 'day' | 'due' | 'day-time';
    }
  | {
      /** `short-day`, `short-day-time`: without the current year. */
      as: 'ago' | 'short-day' | 'short-day-time';
      now: Date;
    }
);

function formatTime(props: TimeProps): string {
  if (props.as === 'ago') return formatAgo(props.value, props.now);
  if (props.as === 'short-day') return formatShortDay(props.value, props.now);
  if (props.as === 'short-day-time') return formatShortDayTime(props.value, props.now);
  if (props.as === 'due') return formatUtcDay(props.value);
  return props.as === 'day' ? formatDay(props.value) : formatDayTime(props.value);
}

export function Time(props: TimeProps) {
  const text = formatTime(props);
  const full = props.as === 'due' ? text : formatDayTime(props.value);
  return (
    <time
      dateTime={props.value}
      title={full === text ? undefined : full}
      className={clsx('num', props.className)}
    >
      {text}
    </time>
  );
}
