/** Parses a number of whole days: "90", "1,095" or "90 days". */

const shape = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\s*days?)?$/i;

/** The largest GraphQL Int. Beyond it, the server's error message is not fit for users. */
const maxDays = 2 ** 31 - 1;

export function parseDays(text: string): number | undefined {
  const digits = shape.exec(text.trim())?.[1];
  const days = digits === undefined ? Number.NaN : Number(digits.replaceAll(',', ''));
  return days <= maxDays ? days : undefined;
}
