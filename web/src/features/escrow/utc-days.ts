/** Arithmetic with calendar days of UTC, such as `2027-02-14`. Interest runs in these. */

const dayMs = 86_400_000;

/** `day` must be a day that exists. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** From one day to another. */
export const countDays = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / dayMs;
