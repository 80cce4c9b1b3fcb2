/** How details are shown: a short form that identifies a payee, and groups by which a payer compares every character. */

import type { PayeeFields, PayeeKind } from '@nameloan/contracts/payee';
import { evmChains, findSymbol, nameChain } from './chain/tokens.ts';

const maxShownDigits = 4;
const shownOfAddress = 6;

/**
 * Never enough to pay to, and never to compare by: attackers make addresses with the same beginning and end. Banks: the
 * last four characters, fewer of a short number, and the end of its code; chains: chain, coin or token, and the first and
 * last six of the address. "Base · USDC · 0x5aAe…1BeAed", "Routing •••• 0021 · •••• 6789".
 */
export function maskPayee(kind: PayeeKind, fields: PayeeFields): string {
  switch (kind) {
    case 'IBAN':
      return `${fields.iban?.slice(0, 2)} ${maskNumber(fields.iban)}`;
    case 'SWIFT':
      return `${fields.bic?.slice(0, 8)} ${maskNumber(fields.account)}`;
    case 'US_BANK':
      return `Routing ${maskNumber(fields.routing)} · ${maskNumber(fields.account)}`;
    case 'UK_BANK':
      return `Sort code ••-••-${fields.sortCode?.slice(-2)} · ${maskNumber(fields.account)}`;
    case 'BTC':
      return join('Bitcoin', maskAddress(fields.address));
    case 'EVM':
      return join(...nameEvmCoin(fields), maskAddress(fields.address));
    case 'SOLANA':
      return join('Solana', nameToken(fields.mint) ?? 'SOL', maskAddress(fields.address));
    case 'TRON':
      return join('Tron', nameToken(fields.token) ?? 'TRX', maskAddress(fields.address));
  }
}

const join = (...parts: (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined).join(' · ');

function nameEvmCoin({ chainId = 1, token }: PayeeFields) {
  return [nameChain(chainId), nameToken(token, chainId) ?? evmChains[chainId]?.coin] as const;
}

/** Its symbol, or the short form of its contract. */
function nameToken(token: string | undefined, chainId?: number): string | undefined {
  return token && (findSymbol(token, chainId) ?? `token ${maskAddress(token)}`);
}

const maskAddress = (address = ''): string =>
  `${address.slice(0, shownOfAddress)}…${address.slice(-shownOfAddress)}`;

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
