/** Account numbers of banks that are reached through SWIFT and have no IBAN. */

import { refuse } from '../refusals.ts';

/** Upper case without spaces, at most 34 letters and digits (the size of SWIFT's account field). */
export function parseSwiftAccount(typed: string): string {
  const account = typed.replace(/[\s.-]/g, '').toUpperCase();
  if (account === '') refuse('ACCOUNT_REQUIRED');
  if (!/^[A-Z0-9/]{1,34}$/.test(account)) refuse('ACCOUNT_FORM');
  if (/^0+$/.test(account)) refuse('ACCOUNT_ZERO');
  return account;
}
