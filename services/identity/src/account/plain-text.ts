/** Which characters a single line of text may hold: names and addresses go into mails and contracts. */

/** Controls, line separators, and marks that turn the direction of the text around them. */
const forbidden = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** True for text that is no single, well-formed line. */
export function hasControls(text: string): boolean {
  return !text.isWellFormed() || forbidden.test(text);
}
