/** Folds the name of a place, so that spellings of one name compare equal. */

import { normalizeText } from '@nameloan/runtime/normalize-text';

const maxNameUnits = 200;

/** Keeps letters only: ignores case, accents, punctuation, white space and a leading "the". Empty if it is too long. */
export function foldName(name: string): string {
  const normal = normalizeText(name, { form: 'NFKD', maxCodeUnits: maxNameUnits }) ?? '';
  return normal
    .toLowerCase()
    .replace(/^\s*the\s+/, '')
    .replace(/[^\p{L}]/gu, '');
}
