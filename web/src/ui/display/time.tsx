/** A day or time as `<time>`, on the reader's clock, with the same moment in UTC as a tooltip. */

import clsx from 'clsx';
import { formatAgo } from '../../format/ago.ts';
import { formatDay, formatDayTime } from '../../format/day.ts';
import { describeMoment } from '../../format/moment.ts';
import { formatShortDay, formatShortDayTime } from '../../format/short-day.ts';

export type TimeProps = {
  /** ISO 8601: a timestamp, or a day like `2027-02-14`. */
  value: string;
  className?: string;
} & (
  | {
      as: 'day' | 'day-time';
    }
  | {
      /** `short-day`, `short-day-time`: with the year only beyond twelve months. */
      as: 'ago' | 'short-day' | 'short-day-time';
      now: Date;
    }
);

function formatTime(props: TimeProps): string {
  if (props.as === 'ago') return formatAgo(props.value, props.now);
  if (props.as === 'short-day') return formatShortDay(props.value, props.now);
  if (props.as === 'short-day-time') return formatShortDayTime(props.value, props.now);
  return props.as === 'day' ? formatDay(props.value) : formatDayTime(props.value);
}

export function Time(props: TimeProps) {
  const text = formatTime(props);
  return (
    <time
      dateTime={props.value}
      title={describeMoment(props.value, text)}
      className={clsx('num whitespace-nowrap', props.className)}
    >
      {text}
    </time>
  );
}
