/**
 * The supported suffixes with their fees and transfer rules: data of the installation (`SUFFIXES_FILE`), not of the
 * source code. Country registries with another transfer procedure (.uk by tag, .de immediately and without the losing
 * registrar) have no row in our file: their names can be added and verified, but not held.
 */

import type { SuffixFile, SuffixRow, TransferRule } from './suffix-file.ts';
import { readSuffixFile } from './suffix-file.ts';

export type { SuffixRow, TransferRule } from './suffix-file.ts';

const includedFile = new URL('./suffixes.json', import.meta.url);

let file: SuffixFile = readSuffixFile(includedFile);
let rows = toRows(file);

/** Replaces all suffixes by those of the file at `path`, or by the included ones. Throws when the file is invalid. */
export function useSuffixFile(path: string | undefined): void {
  file = readSuffixFile(path ?? includedFile);
  rows = toRows(file);
}

/** The row of a suffix in lower-case A-labels; undefined when names under it cannot be held or listed. */
export function findSuffix(suffix: string): SuffixRow | undefined {
  return rows.get(suffix);
}

/** The row of a domain that must have one, because the action rules allow transfers and renewals for no other. */
export function requireSuffix({ suffix }: { suffix: string }): SuffixRow {
  const row = findSuffix(suffix);
  if (!row) throw new Error(`no row for the suffix ${suffix}`);
  return row;
}

/** All rows, in no particular order. */
export function allSuffixes(): readonly SuffixRow[] {
  return [...rows.values()];
}

/** The day on which the rows were last checked, as YYYY-MM-DD in UTC. */
export function suffixesAsOf(): string {
  return file.asOf;
}

/**
 * The rule in force on that day for names under the suffix; of a suffix without a row, the rule of generic names. The
 * first rule also governs what happened before it, since later rules never extend an old lock.
 */
export function transferRuleAt(suffix: string, at: Date): TransferRule {
  const rules = file.transferRules[findSuffix(suffix)?.transferRules ?? genericRules()] ?? [];
  const day = at.toISOString().slice(0, 10);
  const rule = rules.findLast(({ from }) => from !== null && from <= day) ?? rules[0];
  if (!rule) throw new Error(`no transfer rule for .${suffix}`);
  return rule;
}

/** The rules of the first row: .com in the included file. */
const genericRules = () => file.suffixes[0]?.transferRules ?? '';

function toRows({ suffixes }: SuffixFile): ReadonlyMap<string, SuffixRow> {
  return new Map(suffixes.map((row) => [row.suffix, Object.freeze(row)]));
}
