/** The labels that an owner gives to domains: valid texts, and one spelling per account whatever the case. Pure. */

import { normalizeText } from '@nameloan/runtime/normalize-text';
import { isLongerThan } from '@nameloan/runtime/text-length';
import { hasVisibleCharacter } from '@nameloan/runtime/visible-text';

export const maxLabelsPerDomain = 20;
/** Of all domains of an account together. */
export const maxLabelsPerAccount = 200;
const maxLength = 30;
const maxCodeUnits = 500;

/** The label as it is stored; undefined if it is not valid. */
export function readLabel(text: string): string | undefined {
  const label = normalizeText(text, { form: 'NFC', maxCodeUnits })?.trim().replace(/\s+/gu, ' ');
  if (label === undefined || isLongerThan(label, maxLength)) return undefined;
  return /[\p{C},;]/u.test(label) || !hasVisibleCharacter(label) ? undefined : label;
}

export function validateLabels(labels: readonly string[]): string | undefined {
  if (labels.length > maxLabelsPerDomain) return `At most ${maxLabelsPerDomain} labels at once.`;
  return labels.every((label) => readLabel(label) !== undefined)
    ? undefined
    : `A label has 1 to ${maxLength} characters, without commas and semicolons.`;
}

const foldCase = (label: string) => label.toLowerCase();

/** Both as `readLabel` returns them. */
const isSameLabel = (one: string, other: string) => foldCase(one) === foldCase(other);

/** The spelling of an earlier label that differs only in case, or the label itself. */
export const spellAs = (known: readonly string[], label: string): string =>
  known.find((one) => isSameLabel(one, label)) ?? label;

/** Adds and removes labels; the same label in both is removed. */
export function changeLabels(
  labels: readonly string[],
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): string[] {
  const kept = [...labels];
  for (const label of add) if (!kept.some((one) => isSameLabel(one, label))) kept.push(label);
  return kept.filter((one) => !remove.some((label) => isSameLabel(one, label)));
}
