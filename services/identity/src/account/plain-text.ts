/** Which characters a single line of text may hold: names and addresses go into mails and contracts. */

/**
 * Controls, line separators, marks that turn the direction of text, and characters that show nothing, with which
 * one name would pass for another. The joiners stay: Persian, Indic scripts and emoji are written with them.
 */
const forbidden =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

/** True for text that is no single, well-formed line. */
export function hasForbiddenCharacters(text: string): boolean {
  return !text.isWellFormed() || forbidden.test(text);
}
