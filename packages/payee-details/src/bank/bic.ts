/** Bank identifiers (ISO 9362): bank, country, place, and for a branch three more characters. */

import { isValidBIC } from 'ibantools';
import { refuse } from '../refusals.ts';

/** Countries whose banks are reached by IBANs of another country. */
const ibanCountries: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['BL', 'GF', 'GP', 'MF', 'MQ', 'NC', 'PF', 'PM', 'RE', 'TF', 'WF', 'YT'].map((territory) => [
      territory,
      'FR',
    ]),
  ),
  ...{ GG: 'GB', IM: 'GB', JE: 'GB', AX: 'FI' },
};

/** Upper case without spaces. Refuses a BIC of another form or of no country. */
export function parseBic(typed: string): string {
  const bic = typed.replace(/[\s-]/g, '').toUpperCase();
  if (!/^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(bic) || !isValidBIC(bic)) refuse('BIC_FORM');
  return bic;
}

export function assertSameCountry(bic: string, iban: string): void {
  const country = bic.slice(4, 6);
  if (country !== iban.slice(0, 2) && ibanCountries[country] !== iban.slice(0, 2))
    refuse('BIC_COUNTRY');
}
