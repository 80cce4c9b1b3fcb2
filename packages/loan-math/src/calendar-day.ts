/** Days as the law of a loan counts them: whole UTC dates, never hours (product.md section 2). */

export const dayMs = 86_400_000;

/** The UTC date of a moment, as its midnight. */
export function utcDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs);
}

/** Whole days from one UTC date to another; negative where that one is earlier. */
export function wholeDays(from: Date, to: Date): number {
  return (utcDay(to).getTime() - utcDay(from).getTime()) / dayMs;
}

/** The same, never negative: interest does not run backwards. */
export function daysBetween(from: Date, to: Date): number {
  return Math.max(0, wholeDays(from, to));
}

/** The same time of day, so many days later (UTC has no summer time). */
export function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMs);
}

/** "YYYY-MM-DD" as UTC midnight; null if it is no such day (2026-02-30) or no such text. */
export function parseCalendarDay(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(day.getTime()) || formatCalendarDay(day) !== text ? null : day;
}

/** A moment's UTC date as "YYYY-MM-DD", for programs. */
export function formatCalendarDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
