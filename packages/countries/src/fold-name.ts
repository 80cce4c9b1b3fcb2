/** Folds the name of a place, so that spellings of one name compare equal. */

import { normalizeText } from '@nameloan/runtime/normalize-text';

const maxNameUnits = 200;

/**
 * Keeps letters only: ignores case, accents of European scripts, punctuation, white space and a leading "the". Empty if it
 * is too long. Other marks are vowels and distinguish names.
 */
export function foldName(name: string): string {
  const normal = normalizeText(name, { form: 'NFKD', maxCodeUnits: maxNameUnits }) ?? '';
  return normal
    .toLowerCase()
    .replace(/^\s*the\s+/, '')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\p{L}\p{M}]/gu, '');
}
