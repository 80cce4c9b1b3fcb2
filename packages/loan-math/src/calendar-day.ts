/** Calendar days of a loan: whole UTC dates, never hours (docs/product-rules.md). */

export const dayMs = 86_400_000;

/** Midnight of the UTC date. */
export function utcDay(at: Date): Date {
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs);
}

/** Whole days from one UTC date to another; negative if the second is earlier. */
export function wholeDays(from: Date, to: Date): number {
  return (utcDay(to).getTime() - utcDay(from).getTime()) / dayMs;
}

/** `wholeDays`, but at least 0: interest does not run backwards. */
export function daysBetween(from: Date, to: Date): number {
  return Math.max(0, wholeDays(from, to));
}

/** The same UTC time of day, `days` later. */
export function addDays(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMs);
}

/** Parses "YYYY-MM-DD" as UTC midnight; null for another format or a date that does not exist (2026-02-30). */
export function parseCalendarDay(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00.000Z`);
  return Number.isNaN(day.getTime()) || formatCalendarDay(day) !== text ? null : day;
}

/** Formats the UTC date as "YYYY-MM-DD". */
export function formatCalendarDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
