/** Finds IBANs in a text, whatever separates their characters. Pure. */

import { checkPayeeFields } from '@nameloan/payee-details/check-fields';
import { findIbanLength } from '@nameloan/payee-details/iban';
import { readCharacters } from './grouped-text.ts';

/** A country and two digits, not within a word; "IBAN" may precede them directly. */
const start =
  /(?:(?<![A-Za-z0-9])|(?<=(?<![A-Za-z0-9])iban))[A-Za-z][ .-]?[A-Za-z][ .-]?\d[ .-]?\d/gi;

export function hasIban(text: string): boolean {
  // Overlapping starts count, so the search goes on one character later.
  start.lastIndex = 0;
  for (let found = start.exec(text); found; found = start.exec(text)) {
    if (isIbanAt(text, found.index)) return true;
    start.lastIndex = found.index + 1;
  }
  return false;
}

/** With any separators between its characters; words may follow. */
function isIbanAt(text: string, at: number): boolean {
  let iban = '';
  for (const { char, endsGroup } of readCharacters(text, at)) {
    iban += char.toUpperCase();
    const length = iban.length < 2 ? undefined : findIbanLength(iban.slice(0, 2));
    if (iban.length >= 2 && length === undefined) return false;
    if (iban.length === length) return endsGroup && isIban(iban);
  }
  return false;
}

/** Most numbers fail at the remainder, which is much cheaper than all checks. */
const isIban = (iban: string): boolean =>
  modulo97(`${iban.slice(4)}${iban.slice(0, 4)}`) === 1 &&
  'fields' in checkPayeeFields('IBAN', { iban });

function modulo97(text: string): number {
  let rest = 0;
  for (const char of text) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest;
}
