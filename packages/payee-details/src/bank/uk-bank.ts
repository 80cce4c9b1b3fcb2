/** UK bank accounts: sort code and account number. Their modulus is not checked: an outdated table refuses valid ones. */

import { refuse } from '../refusals.ts';
import type { Warning } from '../warnings.ts';

export function parseSortCode(typed: string): string {
  const sortCode = typed.replace(/[\s-]/g, '');
  if (sortCode === '') refuse('SORT_CODE_REQUIRED');
  if (!/^\d{6}$/.test(sortCode)) refuse('SORT_CODE_DIGITS');
  return sortCode;
}

/** Eight digits; shorter numbers get leading zeros. */
export function parseUkAccount(typed: string, warnings: Set<Warning>): string {
  const account = typed.replace(/[\s-]/g, '');
  if (account === '') refuse('ACCOUNT_REQUIRED');
  if (!/^\d{6,8}$/.test(account)) refuse('UK_ACCOUNT_DIGITS');
  if (/^0+$/.test(account)) refuse('ACCOUNT_ZERO');
  if (account.length < 8) warnings.add('PADDED');
  return account.padStart(8, '0');
}
