/** Formats terms: "90 days", "1 day". */

const count = new Intl.NumberFormat();

export function formatDays(days: number): string {
  return `${count.format(days)} ${days === 1 ? 'day' : 'days'}`;
}
