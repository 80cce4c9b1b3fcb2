/** What may stand in a text that people send. */

/** Characters, counted as people see them, not as bytes. */
const maxMessageLength = 4_000;

/** Why a trimmed text cannot be sent, as a sentence; null when it can. */
export function validateText(text: string): string | null {
  if (text === '') return 'Write a message first.';
  if (text.length > 2 * maxMessageLength || [...text].length > maxMessageLength)
    return 'The message has at most 4,000 characters.';
  return hasControlCharacters(text)
    ? 'The message contains characters that cannot be sent; take them out.'
    : null;
}

/**
 * Control characters other than tab and line ends; those of Unicode's UAX #9 by which what follows is shown from right to
 * left whatever it is (RLE, LRO, RLO, RLI), so that an account number could be read the wrong way; lone surrogates, which
 * are no text.
 */
export function hasControlCharacters(text: string): boolean {
  return /[^\P{Cc}\t\n\r]|[\u202b\u202d\u202e\u2067]/u.test(text) || !text.isWellFormed();
}
