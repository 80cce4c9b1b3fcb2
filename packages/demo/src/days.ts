/** The business days of the demo scenario. The first is the day of the first start, the last is its present day. */

/**
 * Day -26: the loan with monthly payments on harvestmoon.com begins, so that three of them are due before day 73 and each is
 * paid within the 10 days before it is due, whatever the lengths of the months. Day 30: the loan on papertrail.co is due and its notice is sent, so that its grace period ends before day 41. Day 71: the
 * loan on oakbridge.com is due, and the offers of day 62 have expired.
 */
export const days = [-26, 0, 30, 41, 62, 71, 72, 73] as const;
export type Day = (typeof days)[number];

export type RowsByDay<T> = Partial<Record<Day, T>>;

/** The rows in the order of their days; the keys of an object are not, if one is negative. */
export function listByDay<T>(rows: RowsByDay<T>): [Day, T][] {
  return days.flatMap((day) => {
    const row = rows[day];
    return row === undefined ? [] : [[day, row] satisfies [Day, T]];
  });
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Start of a day in ms; the first one is `begunAt`. Each day starts an hour later, so that deadlines in whole days have passed. */
export function startOfDay(day: Day, begunAt: string): number {
  return Date.parse(begunAt) + (day - days[0]) * dayMs + days.indexOf(day) * hourMs;
}

/**
 * The shifted start of an interrupted scenario. Time may have passed the start of the next day; the scenario is shifted by
 * that delay, so that a notice and the end of its grace period stay apart.
 */
export function resumeStart(begunAt: string, daysDone: number, now: string): string {
  const day = days[daysDone];
  const delayMs = day === undefined ? 0 : Date.parse(now) - startOfDay(day, begunAt);
  return delayMs > 0 ? new Date(Date.parse(begunAt) + delayMs).toISOString() : begunAt;
}
