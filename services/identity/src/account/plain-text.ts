/** Allowed characters of names and addresses, which appear in mails and contracts. */

/**
 * Control characters, line separators, direction marks and invisible characters, which could disguise a name. Joiners
 * are allowed, because Persian, Indic scripts and emoji need them.
 */
const forbidden =
  /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u115f\u1160\u2800\u3164\ufeff\uffa0\u{e0000}-\u{e007f}]/u;

/** True for text that is not a single, well-formed line. */
export function hasForbiddenCharacters(text: string): boolean {
  return !text.isWellFormed() || forbidden.test(text);
}
