/** Tron addresses: base58check of 0x41 and 20 bytes. */

import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { refuse } from '../refusals.ts';
import type { Warning } from '../warnings.ts';
import { tronTokens } from './tokens.ts';

const base58check = createBase58check(sha256);
const version = 0x41;

export function parseTronAddress(typed: string): string {
  const address = typed.trim();
  if (address === '') refuse('ADDRESS_REQUIRED');
  const bytes = decode(address);
  if (!bytes) return refuse('TRON_CHECKSUM');
  if (bytes.subarray(1).every((byte) => byte === 0)) refuse('TRON_SYSTEM');
  if (tronTokens.some((token) => token.address === address)) refuse('TOKEN_CONTRACT');
  return address;
}

/** The contract of a token, by its address or the symbol of one that we know. */
export function parseTronToken(typed: string, address: string, warnings: Set<Warning>): string {
  const bySymbol = tronTokens.find(({ symbol }) => symbol === typed.trim().toUpperCase());
  if (bySymbol) return bySymbol.address;
  const token = typed.trim();
  if (!decode(token)) refuse('TOKEN_FORM');
  if (token === address) refuse('TOKEN_SAME');
  if (!tronTokens.some((known) => known.address === token)) warnings.add('TOKEN_UNKNOWN');
  return token;
}

function decode(address: string): Uint8Array | undefined {
  if (address.length !== 34) return undefined;
  try {
    const bytes = base58check.decode(address);
    return bytes.length === 21 && bytes[0] === version ? bytes : undefined;
  } catch {
    return undefined;
  }
}
