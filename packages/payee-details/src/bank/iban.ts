/** IBANs (ISO 13616): country, length, characters and check digits. */

import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import type { Refusal } from '../refusals.ts';
import { refuse } from '../refusals.ts';
import type { Warning } from '../warnings.ts';

/** Banks of the European Economic Area accept a payment by IBAN alone (Regulation (EU) 260/2012, article 5). */
const withoutBic = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
    ' ',
  ),
);

const causes: [ValidationErrorsIBAN, Refusal][] = [
  [ValidationErrorsIBAN.NoIBANCountry, 'IBAN_COUNTRY'],
  [ValidationErrorsIBAN.WrongBBANLength, 'IBAN_LENGTH'],
  [ValidationErrorsIBAN.WrongBBANFormat, 'IBAN_FORM'],
  [ValidationErrorsIBAN.ChecksumNotNumber, 'IBAN_CHECKSUM'],
  [ValidationErrorsIBAN.WrongIBANChecksum, 'IBAN_CHECKSUM'],
];

/**
 * The IBAN without spaces. Refuses a wrong country, length, character or check digit. National check digits only warn,
 * because banks changed some of them without a notice.
 */
export function parseIban(typed: string, warnings: Set<Warning>): string {
  const iban = typed
    .trim()
    .replace(/^IBAN\b:?/i, '')
    .replace(/[\s-]/g, '')
    .toUpperCase();
  if (iban === '') refuse('IBAN_REQUIRED');
  const country = countrySpecs[iban.slice(0, 2)];
  // The library's table also has countries without IBANs.
  if (!country?.chars) refuse('IBAN_COUNTRY');
  const { errorCodes } = validateIBAN(iban);
  for (const [cause, refusal] of causes) if (errorCodes.includes(cause)) refuse(refusal);
  if (errorCodes.includes(ValidationErrorsIBAN.WrongAccountBankBranchChecksum))
    warnings.add('IBAN_NATIONAL');
  if (!country?.IBANRegistry) warnings.add('IBAN_EXPERIMENTAL');
  return iban;
}

export const needsBic = (iban: string): boolean => !withoutBic.has(iban.slice(0, 2));

/** Length of an IBAN of this country; undefined for a country without IBANs. */
export const findIbanLength = (country: string): number | undefined =>
  Object.hasOwn(countrySpecs, country) ? (countrySpecs[country]?.chars ?? undefined) : undefined;
