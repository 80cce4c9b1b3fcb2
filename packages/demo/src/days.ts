/** The business days of the demo scenario. Day 0 is the day of the first start, the last is its present day. */

/**
 * Day 30: the loan on papertrail.co is due and its notice is sent, so that its grace period ends before day 41. Day 71: the
 * loan on oakbridge.com is due, and the offers of day 62 have expired.
 */
export const days = [0, 30, 41, 62, 71, 72, 73] as const;
export type Day = (typeof days)[number];

export type RowsByDay<T> = Partial<Record<Day, T>>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Start of a day in ms. Each day starts an hour later, so that deadlines in whole days have passed. */
export function startOfDay(day: Day, begunAt: string): number {
  return Date.parse(begunAt) + day * dayMs + days.indexOf(day) * hourMs;
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
