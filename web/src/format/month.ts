/** Formats a month of UTC: "Feb", "February 2027". */

const shapes = {
  short: new Intl.DateTimeFormat(undefined, { month: 'short', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
};

/** `day`: a day of the month, as `2027-02-01`. */
export const formatMonth = (day: string, shape: keyof typeof shapes): string =>
  shapes[shape].format(new Date(day));
