/** Parses the details that the owner of a payee sends. */

import { assertValid } from '@nameloan/contracts/field-errors';
import type { PayeeFields, PayeeKind } from '@nameloan/contracts/payee';
import type { TypedFields } from '@nameloan/payee-details/check-fields';
import { checkHolder, checkPayeeFields } from '@nameloan/payee-details/check-fields';
import { refusals } from '@nameloan/payee-details/refusals';
import type { Warning } from '@nameloan/payee-details/warnings';
import { hasForbiddenCharacters } from '../account/plain-text.ts';

export interface PayeeInput {
  /** Undefined keeps the present one. */
  holder?: string | null;
  /** Undefined keeps the present one; null or an empty text removes it. */
  label?: string | null;
  fields: TypedFields;
}

export interface ParsedPayee {
  holder: string;
  fields: PayeeFields;
  warnings: Warning[];
}

const maxLabelLength = 60;
/** Longer texts are refused before they are looked at. */
const maxTypedLength = 500;

/** INVALID_INPUT with a sentence for each invalid field. */
export function parsePayee(
  kind: PayeeKind,
  { holder: typedHolder, label, fields: typed }: PayeeInput,
): ParsedPayee {
  const name = checkHolder(typedHolder ?? '');
  const checked = checkPayeeFields(kind, typed);
  const refused = 'refused' in checked ? checked.refused : {};
  assertValid({
    label: checkLabel(label),
    holder: 'refused' in name ? refusals[name.refused] : checkLine(typedHolder),
    'fields.bankName': checkLine(typed.bankName),
    'fields.bankAddress': checkLine(typed.bankAddress),
    ...Object.fromEntries(
      Object.entries(refused).map(([field, refusal]) => [`fields.${field}`, refusals[refusal]]),
    ),
  });
  const { fields, warnings } = checked as Extract<typeof checked, { fields: PayeeFields }>;
  return { holder: (name as { holder: string }).holder, fields, warnings };
}

/** The texts that a payer reads; the form of all others is checked. */
function checkLine(typed: string | null | undefined): string | undefined {
  const isShort = typed && typed.length <= maxTypedLength;
  return isShort && hasForbiddenCharacters(typed) ? refusals.TEXT_FORM : undefined;
}

function checkLabel(label: string | null | undefined): string | undefined {
  const isLong = (label?.length ?? 0) > maxTypedLength;
  const text = isLong ? '' : (label?.trim() ?? '');
  return isLong || [...text].length > maxLabelLength || hasForbiddenCharacters(text)
    ? `A label has up to ${maxLabelLength} characters and no line breaks.`
    : undefined;
}

export const parseLabel = (label: string | null | undefined): string | null =>
  label?.trim() || null;
