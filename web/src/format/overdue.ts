/** Formats how long a moment has passed: "46 days overdue", "5 hours overdue". */

const hour = 3_600_000;
const day = 24 * hour;

export function formatOverdue(value: string, now: Date): string {
  const gap = now.getTime() - Date.parse(value);
  if (Number.isNaN(gap)) return value;
  const [count, unit] =
    gap < 2 * day ? [Math.floor(gap / hour), 'hour'] : [Math.floor(gap / day), 'day'];
  return count < 1 ? 'overdue' : `${count} ${unit}${count === 1 ? '' : 's'} overdue`;
}
