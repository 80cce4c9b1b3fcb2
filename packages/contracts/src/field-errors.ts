/** All faults of an input at once, as one refusal, in one way wherever they are found (product.md section 9). */

import { DomainError } from './errors.ts';

/** Sentence per field at fault, by the field's GraphQL argument name; undefined: none. */
export type FieldErrors = Record<string, string | undefined>;

const maxSentences = 3;

/** Throws INVALID_INPUT when any field is at fault. */
export function assertValid(faults: FieldErrors): void {
  const told = Object.entries(faults).filter((one): one is [string, string] => Boolean(one[1]));
  if (told.length > 0) throw invalidInput(Object.fromEntries(told));
}

/** The message alone says what to do: of one fault its own words, of several those of the first as sentences. */
export function invalidInput(fields: Record<string, string>): DomainError {
  const told = Object.values(fields);
  const [first = '', ...others] = told;
  const sentences = told.slice(0, maxSentences).map((one) => one.replace(/[^.!?]$/, '$&.'));
  const rest = told.length - maxSentences;
  if (rest > 0) sentences.push(`And ${rest} more.`);
  const message = others.length === 0 ? first : sentences.join(' ');
  return new DomainError('INVALID_INPUT', message, { fields });
}
