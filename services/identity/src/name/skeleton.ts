/** Skeletons of names: two names with one skeleton look alike (UTS #39 section 4). Pure but for reading its table once. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizeText } from '@nameloan/runtime/normalize-text';

/** A name has at most 100 characters, each of which becomes at most 18. */
const maxCodeUnits = 4_000;
let prototypes: ReadonlyMap<string, string> | undefined;

/**
 * The skeleton in lower case. Differs from UTS #39 on purpose: case is ignored; i and l are one letter, because a
 * capital I looks like l; accents don't count, so that “Nämeloan” is not a different name.
 */
export function toSkeleton(text: string): string {
  return toLowerSkeleton(text).replaceAll('i', 'l');
}

/** The same with i and l apart, for comparison with domain suffixes. */
export function toLowerSkeleton(text: string): string {
  // Twice, because the lower-case letter can be another confusable.
  return replaceConfusables(replaceConfusables(normalize(text)).toLowerCase());
}

function replaceConfusables(text: string): string {
  prototypes ??= readTable();
  const table = prototypes;
  const plain = normalize(text).replace(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '');
  const mapped = [...plain].map((character) => table.get(character) ?? character).join('');
  // Marks of one script, such as vowel signs, distinguish names; those of all scripts are accents.
  return normalize(mapped).replace(/[[\p{Mn}]&&[\p{Script=Inherited}]]/gv, '');
}

function normalize(text: string): string {
  return normalizeText(text, { form: 'NFKD', maxCodeUnits }) ?? text;
}

function readTable(): ReadonlyMap<string, string> {
  const text = readFileSync(join(import.meta.dirname, 'confusables.txt'), 'utf8');
  const toText = (codes: string) =>
    String.fromCodePoint(...codes.split(' ').map((code) => Number.parseInt(code, 16)));
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .flatMap((line) => {
        const [to = '', from = ''] = line.split(': ');
        return from.split(' ').map((code): [string, string] => [toText(code), toText(to)]);
      }),
  );
}
