/** Solana addresses: 32 bytes in base58, without a checksum. */

import { base58 } from '@scure/base';
import { refuse } from '../refusals.ts';
import type { Warning } from '../warnings.ts';
import { solanaTokens } from './tokens.ts';

/** Programs that every wallet meets; what is sent to one is lost. */
const programs = new Set([
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'So11111111111111111111111111111111111111112',
  'ComputeBudget111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
]);

/** The address of a wallet. `confirm` must repeat it. */
export function parseSolanaAddress(
  typed: string,
  confirm: string | undefined,
  warnings: Set<Warning>,
): string {
  const address = typed.trim();
  if (address === '') refuse('ADDRESS_REQUIRED');
  const bytes = decode(address);
  if (!bytes) return refuse('SOLANA_FORM');
  if (programs.has(address) || solanaTokens.some((token) => token.address === address))
    refuse('SOLANA_SYSTEM');
  if (confirm?.trim() !== address) refuse('CONFIRM_DIFFERS');
  // A token account, and half of all typing errors, have no key; a shared wallet hasn't either.
  if (!isOnCurve(bytes)) warnings.add('OFF_CURVE');
  return address;
}

/** The address of a token, or the symbol of one that we know. */
export function parseMint(typed: string, address: string, warnings: Set<Warning>): string {
  const bySymbol = solanaTokens.find(({ symbol }) => symbol === typed.trim().toUpperCase());
  if (bySymbol) return bySymbol.address;
  const mint = typed.trim();
  if (!decode(mint)) refuse('TOKEN_FORM');
  if (mint === address) refuse('TOKEN_SAME');
  if (!solanaTokens.some((token) => token.address === mint)) warnings.add('TOKEN_UNKNOWN');
  return mint;
}

function decode(text: string): Uint8Array | undefined {
  // 32 bytes have at most 44 characters; decoding takes quadratic time.
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return undefined;
  const bytes = base58.decode(text);
  return bytes.length === 32 ? bytes : undefined;
}

const p = 2n ** 255n - 19n;
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** Whether the bytes encode a point of Ed25519 (RFC 8032, section 5.1.3), as every public key does. */
function isOnCurve(bytes: Uint8Array): boolean {
  const y = bytes.reduceRight((sum, byte) => (sum << 8n) + BigInt(byte), 0n) & (2n ** 255n - 1n);
  if (y >= p) return false;
  const square = (y * y) % p;
  const quotient = ((square - 1n + p) * power(d * square + 1n, p - 2n)) % p;
  // Euler's criterion: x² is a square.
  return quotient === 0n || power(quotient, (p - 1n) / 2n) === 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let [factor, left] = [base % p, exponent]; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * factor) % p;
    factor = (factor * factor) % p;
  }
  return result;
}
