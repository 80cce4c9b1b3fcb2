/** The business days on which the demo's story goes on. Day 0 is the day of the first start; the last is its today. */

/**
 * Day 30: the loan on papertrail.co is due, and its notice goes out, so that on day 41 its grace is over. Day 71: that
 * on oakbridge.com is due, and the offers of day 62 have expired.
 */
export const days = [0, 30, 41, 62, 71, 72, 73] as const;
export type Day = (typeof days)[number];

export type RowsByDay<T> = Partial<Record<Day, T>>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** When a day begins. Later in the day each time: what is due after whole days is due by then. */
export function momentOf(day: Day, begunAt: string): number {
  return Date.parse(begunAt) + day * dayMs + days.indexOf(day) * hourMs;
}

/**
 * The start of an interrupted scenario, from which it continues. Time has passed since, and the days between a notice
 * and the end of its grace must still lie ahead: the story is late by what the day under way has passed.
 */
export function resumedStart(begunAt: string, daysDone: number, now: string): string {
  const day = days[daysDone];
  const lateMs = day === undefined ? 0 : Date.parse(now) - momentOf(day, begunAt);
  return lateMs > 0 ? new Date(Date.parse(begunAt) + lateMs).toISOString() : begunAt;
}
