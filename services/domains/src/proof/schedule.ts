/** When a proof is looked for: at once, then 1, 5, 15, 60, 180 minutes later, then every 6 hours, up to 72 hours. */

const minute = 60_000;
const firstGaps = [1, 5, 15, 60, 180].map((minutes) => minutes * minute);
const finalGap = 360 * minute;
const maxRoundMs = 72 * 60 * minute;

/** The next check after `done` checks of a round that began at `since`; null when the round is over. */
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
