/** Bitcoin addresses: base58check (P2PKH, P2SH) and segwit (BIP-173, BIP-350). */

import { sha256 } from '@noble/hashes/sha2.js';
import { bech32, bech32m, createBase58check } from '@scure/base';
import { refuse } from '../refusals.ts';

const base58check = createBase58check(sha256);
const mainVersions = [0x00, 0x05];
const testVersions = [0x6f, 0xc4];
const prefix = 'bc';
const testPrefixes = ['tb', 'bcrt'];

/** The address in its canonical case. */
export function parseBitcoinAddress(typed: string): string {
  const address = typed.trim();
  if (address === '') refuse('ADDRESS_REQUIRED');
  return /^(bc|tb|bcrt)1/i.test(address) ? parseSegwit(address) : parseBase58(address);
}

function parseBase58(address: string): string {
  const bytes = attempt(() => base58check.decode(address));
  if (bytes?.length !== 21) return refuse('BTC_CHECKSUM');
  const [version = -1] = bytes;
  if (mainVersions.includes(version)) return address;
  return refuse(testVersions.includes(version) ? 'BTC_NETWORK' : 'BTC_CHECKSUM');
}

function parseSegwit(typed: string): string {
  const address = typed.toLowerCase();
  if (typed !== address && typed !== typed.toUpperCase()) refuse('BTC_MIXED_CASE');
  const plain = attempt(() => bech32.decode(address as `${string}1${string}`));
  const decoded = plain ?? attempt(() => bech32m.decode(address as `${string}1${string}`));
  if (!decoded) return refuse('BTC_CHECKSUM');
  if (testPrefixes.includes(decoded.prefix)) return refuse('BTC_NETWORK');
  const [version, ...words] = decoded.words;
  const program = attempt(() => bech32.fromWords(words));
  if (decoded.prefix !== prefix || version === undefined || !program) return refuse('BTC_CHECKSUM');
  // Version 0 has a Bech32 checksum, all later ones Bech32m.
  if ((version === 0) !== (plain !== undefined)) return refuse('BTC_CHECKSUM');
  if (!isProgram(version, program.length)) return refuse('BTC_CHECKSUM');
  // Other programs are spendable by anyone until a rule is defined for them.
  if (version > 1 || (version === 1 && program.length !== 32)) return refuse('BTC_WITNESS');
  return address;
}

const isProgram = (version: number, bytes: number): boolean =>
  version === 0 ? bytes === 20 || bytes === 32 : version <= 16 && bytes >= 2 && bytes <= 40;

function attempt<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
