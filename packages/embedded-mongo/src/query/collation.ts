/** Collations of strength 1 and 2 by folding strings; other comparisons need tables this engine has not. */
import type { Fold } from '../bson/keys.ts';
import type { Value } from '../bson/values.ts';
import { asNumber, isDocument, isTruthy } from '../bson/values.ts';
import { fault, notImplemented } from '../errors.ts';

export type Collation = { strength: 1 | 2; fold: Fold };

/** Defaults that listIndexes adds to a collation. */
export const collationDefaults = {
  locale: 'en',
  caseLevel: false,
  caseFirst: 'off',
  strength: 3,
  numericOrdering: false,
  alternate: 'non-ignorable',
  maxVariable: 'punct',
  normalization: false,
  backwards: false,
  version: '57.1',
};

/** Bringing marks into their order costs their number squared; no language writes so many. */
const manyMarks = /\p{M}{31}/u;

function foldCase(text: string): string {
  if (manyMarks.test(text)) throw notImplemented('A collation of more than 30 marks in a row');
  return text.normalize('NFD').toLowerCase();
}

function foldAccents(text: string): string {
  return foldCase(text).replace(/\p{M}/gu, '');
}

/** Undefined for the simple collation. Throws NotImplemented for what folding cannot express. */
export function parseCollation(raw: Value | undefined): Collation | undefined {
  if (raw === undefined || raw === null) return undefined;
  if (!isDocument(raw)) throw fault(14, "'collation' must be an object");
  if (typeof raw.locale !== 'string')
    throw fault(
      raw.locale === undefined ? 40414 : 14,
      "BSON field 'collation.locale' is missing but a required field",
    );
  if (raw.locale === 'simple') return undefined;
  const strength = raw.strength === undefined ? 3 : asNumber(raw.strength);
  if (strength !== 1 && strength !== 2)
    throw notImplemented('A collation of a strength other than 1 or 2');
  const plain = new Set([
    'locale',
    'strength',
    'version',
    'normalization',
    'backwards',
    'maxVariable',
  ]);
  for (const option in raw) {
    if (plain.has(option)) continue;
    if (option === 'caseFirst' && raw[option] === 'off') continue;
    if (option === 'alternate' && raw[option] === 'non-ignorable') continue;
    if (isTruthy(raw[option])) throw notImplemented(`The collation option ${option}`);
  }
  if (!/^en([_-]|$)/.test(raw.locale)) throw notImplemented(`The collation locale ${raw.locale}`);
  return { strength, fold: strength === 1 ? foldAccents : foldCase };
}
