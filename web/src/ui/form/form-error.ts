/** The error of a failed submit, whether it was thrown or returned. */

export interface FormError {
  message: string;
  /** Messages for single inputs, by name. */
  fields?: Record<string, string>;
}

const unexpected = 'An unexpected error has occurred..';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

export function toFormError(thrown: unknown): FormError {
  if (!isRecord(thrown)) return { message: unexpected };
  const { message, fields } = thrown;
  const messages = isRecord(fields)
    ? Object.entries(fields).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      )
    : [];
  return {
    message: typeof message === 'string' && message !== '' ? message : unexpected,
    fields: Object.fromEntries(messages),
  };
}
