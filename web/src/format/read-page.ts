/** Parses the page number of an address. */

/** Returns 1 without a number, and undefined for anything that is not a page number. */
export function readPage(text: string | undefined): number | undefined {
  if (text === undefined) return 1;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
