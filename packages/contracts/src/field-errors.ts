/** Reports all invalid fields of an input in one error (docs/api-conventions.md). */

import { DomainError } from './errors.ts';

/** Sentence per invalid field, by GraphQL argument name; undefined: valid. */
export type FieldErrors = Record<string, string | undefined>;

const maxSentences = 3;

/** Throws INVALID_INPUT if any field is invalid. */
export function assertValid(errors: FieldErrors): void {
  const invalid = Object.entries(errors).filter((entry): entry is [string, string] =>
    Boolean(entry[1]),
  );
  if (invalid.length > 0) throw invalidInput(Object.fromEntries(invalid));
}

/** The message alone says what to do: the sentence of a single field, or those of the first few fields. */
export function invalidInput(fields: Record<string, string>): DomainError {
  const errors = Object.values(fields);
  const [first = '', ...others] = errors;
  const sentences = errors.slice(0, maxSentences).map((error) => error.replace(/[^.!?]$/, '$&.'));
  const hiddenCount = errors.length - maxSentences;
  if (hiddenCount > 0) sentences.push(`And ${hiddenCount} more.`);
  const message = others.length === 0 ? first : sentences.join(' ');
  return new DomainError('INVALID_INPUT', message, { fields });
}
