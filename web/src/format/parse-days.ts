/** Reads a number of whole days as people type it: "90", "1,095" or "90 days". */

const shape = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\s*days?)?$/i;

/** What the graph takes for a whole number; what is beyond it is answered with a sentence for programs. */
const maxDays = 2 ** 31 - 1;

export function parseDays(text: string): number | undefined {
  const digits = shape.exec(text.trim())?.[1];
  const days = digits === undefined ? Number.NaN : Number(digits.replaceAll(',', ''));
  return days <= maxDays ? days : undefined;
}
