/**
 * Whether a chat message contains something like payment details. A message decides nothing about payments, so a reader
 * is warned of everything that could be an account or an address, and of nothing else. Pure.
 */

import { normalizeText } from '@nameloan/runtime/normalize-text';
import { hasAddress } from './find-address.ts';
import { hasBankAccount } from './find-bank-account.ts';
import { hasIban } from './find-iban.ts';

/** A message has at most 4,000 characters, some of two code units. */
const maxMessageUnits = 8_000;

export function hasPaymentDetails(message: string): boolean {
  const text = toPlainText(message);
  return hasAddress(text) || hasIban(text) || hasBankAccount(text);
}

/** Other forms of digits and letters, and characters that show nothing, hide no account. */
function toPlainText(message: string): string {
  const normal = normalizeText(message, { form: 'NFKC', maxCodeUnits: maxMessageUnits });
  return (normal ?? message)
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{Zs}/gu, ' ');
}
