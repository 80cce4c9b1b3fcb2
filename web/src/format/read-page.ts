/** Reads the number of a page as it stands in an address. */

/** The first where none stands there; undefined for what is no page. */
export function readPage(text: string | undefined): number | undefined {
  if (text === undefined) return 1;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
