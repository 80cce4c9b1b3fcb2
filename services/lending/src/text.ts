/** Validates free text that users send. */

import { isLongerThan } from '@nameloan/runtime/text-length';
import { hasVisibleCharacter } from '@nameloan/runtime/visible-text';

/** In Unicode code points. */
const maxMessageLength = 4_000;

/** Returns the error of a trimmed message, or null when it is valid. */
export function validateText(text: string): string | null {
  if (text === '') return 'Write a message first.';
  if (isLongerThan(text, maxMessageLength)) return 'The message has at most 4,000 characters.';
  if (hasControlCharacters(text)) return 'The message contains invalid characters; remove them.';
  return hasVisibleCharacter(text)
    ? null
    : 'The message shows nothing. Write at least one visible character.';
}

/**
 * Matches control characters other than tab and line ends, lone surrogates, and the characters of UAX #9 that change the
 * direction of the text after them (RLE, LRO, RLO, RLI) and could make an account number read the wrong way.
 */
export function hasControlCharacters(text: string): boolean {
  return /[^\P{Cc}\t\n\r]|[\u202b\u202d\u202e\u2067]/u.test(text) || !text.isWellFormed();
}
