/** Schedule of proof checks: immediately, then after 1, 5, 15, 60 and 180 minutes, then every 6 hours, for 72 hours. */

const minute = 60_000;
const firstGaps = [1, 5, 15, 60, 180].map((minutes) => minutes * minute);
const finalGap = 360 * minute;
const maxRoundMs = 72 * 60 * minute;

/** The next check after `done` checks of a round that started at `since`; null when the round has ended. */
export function nextCheck({
  since,
  done,
  at,
}: {
  since: Date;
  done: number;
  at: Date;
}): Date | null {
  const next = new Date(at.getTime() + (firstGaps[done - 1] ?? finalGap));
  return next.getTime() - since.getTime() > maxRoundMs ? null : next;
}
