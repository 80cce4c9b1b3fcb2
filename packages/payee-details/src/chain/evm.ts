/** Addresses of Ethereum and chains like it: 20 bytes, with EIP-55 capital letters as a checksum. */

import { keccak_256 } from '@noble/hashes/sha3.js';
import { hex, utf8 } from '@scure/base';
import { refuse } from '../refusals.ts';
import type { Warning } from '../warnings.ts';
import { evmChains, evmTokenAddresses } from './tokens.ts';

/** Precompiled contracts have such low numbers, and no key belongs to them. */
const maxSystemAddress = 0xffffn;
/** Placeholders that wallets and exchanges use for the chain's own coin and for burning. */
const placeholders = new Set([
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  '0xffffffffffffffffffffffffffffffffffffffff',
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000042069420694206942069',
]);

/** The address with EIP-55 capital letters. */
export function toChecksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase();
  const hash = hex.encode(keccak_256(utf8.decode(digits)));
  const cased = [...digits].map((digit, i) =>
    Number.parseInt(hash[i] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}

/** Refuses mixed case that doesn't match EIP-55. Without it there is no checksum, so only a warning is left. */
function parseAddress(typed: string, warnings: Set<Warning>): string {
  const address = typed.trim();
  if (address === '') refuse('ADDRESS_REQUIRED');
  if (!/^0x[0-9a-f]{40}$/i.test(address)) refuse('EVM_FORM');
  const checked = toChecksumAddress(address);
  const digits = address.slice(2);
  const hasCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (hasCase && digits !== checked.slice(2)) refuse('EVM_CHECKSUM');
  if (!hasCase && digits !== checked.slice(2)) warnings.add('NO_CHECKSUM');
  return checked;
}

/** The address of a payee: no token, no precompiled contract. */
export function parseEvmAddress(typed: string, warnings: Set<Warning>): string {
  const address = parseAddress(typed, warnings);
  if (isSystem(address)) refuse('EVM_SYSTEM');
  if (evmTokenAddresses.has(address)) refuse('TOKEN_CONTRACT');
  return address;
}

const isSystem = (address: string): boolean =>
  BigInt(address) <= maxSystemAddress || placeholders.has(address.toLowerCase());

export function parseChainId(chainId: number | undefined, warnings: Set<Warning>): number {
  if (chainId === undefined || !Number.isSafeInteger(chainId) || chainId < 1)
    return refuse('CHAIN_REQUIRED');
  if (!evmChains[chainId]) warnings.add('CHAIN_UNKNOWN');
  return chainId;
}

/** The contract of a token, by its address or the symbol of one that we know on this chain. */
export function parseEvmToken(
  typed: string,
  { chainId, address }: { chainId: number; address: string },
  warnings: Set<Warning>,
): string {
  const tokens = evmChains[chainId]?.tokens ?? [];
  const bySymbol = tokens.find(({ symbol }) => symbol === typed.trim().toUpperCase());
  if (bySymbol) return bySymbol.address;
  if (!/^0x[0-9a-f]{40}$/i.test(typed.trim())) refuse('TOKEN_FORM');
  const token = parseAddress(typed, warnings);
  if (isSystem(token)) refuse('TOKEN_FORM');
  if (token === address) refuse('TOKEN_SAME');
  if (!tokens.some((known) => known.address === token)) warnings.add('TOKEN_UNKNOWN');
  return token;
}
