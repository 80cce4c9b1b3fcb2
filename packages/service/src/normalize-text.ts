/** The one place that brings text into a Unicode normal form, length first: long runs of marks cost their square; pure. */

export interface NormalizeBounds {
  /** NFC: one spelling of what is the same. NFKC: also of what only looks the same; NFKD: with its marks apart (UAX 15). */
  form: 'NFC' | 'NFKC' | 'NFKD';
  /** UTF-16 code units, as `length` counts them, before normalizing. */
  maxCodeUnits: number;
}

/**
 * The text in that form; undefined for a longer one, which is not looked at. 100 KB of combining marks took five
 * seconds of the only event loop, a thousand take a third of a millisecond.
 */
export function normalizeText(
  text: string,
  { form, maxCodeUnits }: NormalizeBounds,
): string | undefined {
  return text.length > maxCodeUnits ? undefined : text.normalize(form);
}
