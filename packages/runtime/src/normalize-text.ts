/** The only place that normalizes Unicode text. Checks the length first: normalizing runs of marks takes quadratic time. */

export interface NormalizeBounds {
  /** NFC unifies equivalent spellings, NFKC also look-alikes; NFKD separates marks (UAX 15). */
  form: 'NFC' | 'NFKC' | 'NFKD';
  /** UTF-16 code units, as `length` counts them, before normalizing. */
  maxCodeUnits: number;
}

/**
 * The normalized text; undefined if it is too long. 100 KB of combining marks blocked the event loop for five
 * seconds, a thousand take a third of a millisecond.
 */
export function normalizeText(
  text: string,
  { form, maxCodeUnits }: NormalizeBounds,
): string | undefined {
  return text.length > maxCodeUnits ? undefined : text.normalize(form);
}
