/** When a running loan is due next: an instalment, the end of an acceleration, or the whole loan. */

export interface DueLoan {
  dueAt: string | null;
  accelerationEndsAt?: string | null;
  /** The date is YYYY-MM-DD; with the number of an instalment. */
  nextDue: { date: string; instalment: number | null } | null;
}

/** All payments of a loan are due at the time of day of its receipt. */
export function findNextDueAt({ dueAt, accelerationEndsAt, nextDue }: DueLoan): string | null {
  if (accelerationEndsAt) return accelerationEndsAt;
  return nextDue?.instalment && dueAt ? nextDue.date + dueAt.slice(10) : dueAt;
}
