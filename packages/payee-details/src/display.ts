/** How details are shown: a short form that identifies a payee, and groups by which a payer compares every character. */

import type { PayeeFields, PayeeKind } from '@nameloan/contracts/payee';

const maxShownDigits = 4;
const shownOfAddress = 6;

/**
 * Never enough to pay to, and never to compare by: attackers make addresses with the same beginning and end. Banks: the
 * last four characters, fewer of a short number; chains: the first and last six.
 */
export function maskPayee(kind: PayeeKind, fields: PayeeFields): string {
  switch (kind) {
    case 'IBAN':
      return `${fields.iban?.slice(0, 2)} ${maskNumber(fields.iban)}`;
    case 'SWIFT':
      return `${fields.bic?.slice(0, 8)} ${maskNumber(fields.account)}`;
    case 'US_BANK':
    case 'UK_BANK':
      return maskNumber(fields.account);
    case 'BTC':
    case 'EVM':
    case 'SOLANA':
    case 'TRON': {
      const { address = '' } = fields;
      return `${address.slice(0, shownOfAddress)}…${address.slice(-shownOfAddress)}`;
    }
  }
}

function maskNumber(number = ''): string {
  const shown = Math.min(maxShownDigits, Math.floor(number.length / 2));
  return `•••• ${shown === 0 ? '' : number.slice(-shown)}`.trim();
}

type TextField = Exclude<keyof PayeeFields, 'chainId' | 'wire'>;

/** Fields that are usually grouped otherwise; all other numbers and addresses have groups of four. */
const groupSizes: Partial<Record<TextField, number>> = { sortCode: 2 };
const ungrouped: readonly TextField[] = ['accountType', 'bankName', 'bankAddress', 'bic'];

/** The value in groups, joined by spaces where it is shown. A "0x" stays with its first group. */
export function groupValue(field: TextField, value: string): string[] {
  if (ungrouped.includes(field)) return [value];
  const size = groupSizes[field] ?? 4;
  const prefix = value.startsWith('0x') ? '0x' : '';
  const groups = value.slice(prefix.length).match(new RegExp(`.{1,${size}}`, 'gu')) ?? [];
  const [first = '', ...rest] = groups;
  return [`${prefix}${first}`, ...rest];
}
