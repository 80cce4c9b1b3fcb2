/** US bank accounts: the ABA routing number and the account number. */

import { refuse } from '../refusals.ts';

/** First two digits of routing numbers: the government, Federal Reserve districts, thrifts, electronic, cheques. */
const ranges: readonly (readonly [number, number])[] = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
];
const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1];

/** Nine digits. Refuses a wrong check digit or a range that was never issued. */
export function parseRouting(typed: string): string {
  const routing = typed.replace(/[\s-]/g, '');
  if (routing === '') refuse('ROUTING_REQUIRED');
  if (!/^\d{9}$/.test(routing)) refuse('ROUTING_DIGITS');
  const sum = [...routing].reduce(
    (total, digit, i) => total + Number(digit) * (weights[i] ?? 0),
    0,
  );
  if (sum % 10 !== 0) refuse('ROUTING_CHECKSUM');
  const first = Number(routing.slice(0, 2));
  const isIssued = ranges.some(([from, to]) => first >= from && first <= to);
  if (!isIssued || /^0+$/.test(routing)) refuse('ROUTING_RANGE');
  return routing;
}

/** 4 to 17 digits; leading zeros are part of it. */
export function parseUsAccount(typed: string): string {
  const account = typed.replace(/[\s-]/g, '');
  if (account === '') refuse('ACCOUNT_REQUIRED');
  if (!/^\d{4,17}$/.test(account)) refuse('ACCOUNT_DIGITS');
  if (/^0+$/.test(account)) refuse('ACCOUNT_ZERO');
  return account;
}
