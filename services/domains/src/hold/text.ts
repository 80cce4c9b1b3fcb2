/** Validates the texts of holds and of legal requests. */

import { isLongerThan } from '@nameloan/runtime/text-length';
import { hasVisibleCharacter } from '@nameloan/runtime/visible-text';

export const readText = (text: string): string => text.trim();

/** Control characters other than tab and line ends, characters that change the direction of text, lone surrogates. */
const forbidden = /[^\P{Cc}\t\n\r]|[\u202b\u202d\u202e\u2067]/u;

/** Of a trimmed text that is required; undefined if it is valid. `max` counts Unicode code points. */
export function textError(
  text: string,
  { what, max }: { what: string; max: number },
): string | undefined {
  if (text === '') return `${what} is required.`;
  if (isLongerThan(text, max)) return `${what}: at most ${max.toLocaleString('en-US')} characters.`;
  if (forbidden.test(text) || !text.isWellFormed() || !hasVisibleCharacter(text))
    return `${what} contains invalid characters; remove them.`;
  return undefined;
}
