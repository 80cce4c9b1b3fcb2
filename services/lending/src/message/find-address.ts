/** Finds addresses of Bitcoin, Ethereum, Solana and Tron in a text, as a word or in groups. Pure. */

import type { PayeeKind } from '@nameloan/contracts/payee';
import type { TypedFields } from '@nameloan/payee-details/check-fields';
import { checkPayeeFields } from '@nameloan/payee-details/check-fields';
import { readCharacters } from './grouped-text.ts';

export const hasAddress = (text: string): boolean =>
  hasAddressWord(text) || hasGroupedEvmAddress(text) || hasGroupedAddress(text);

const isPayable = (kind: PayeeKind, fields: TypedFields): boolean =>
  'fields' in checkPayeeFields(kind, fields);

/** A word as long as an address of one of the chains. */
const addressLike = /(?<![A-Za-z0-9])(?:0x[0-9A-Fa-f]{40}|[A-Za-z0-9]{26,90})(?![A-Za-z0-9])/g;

function hasAddressWord(text: string): boolean {
  for (const [word] of text.matchAll(addressLike)) if (isAddress(word)) return true;
  return false;
}

function isAddress(word: string): boolean {
  // Even one with a typing error: wallets that ignore its capital letters pay to it.
  if (/^0x[0-9a-f]{40}$/i.test(word)) return true;
  if (isBareEvmAddress(word)) return true;
  if (/^(?:bc1|[13])/i.test(word)) return isPayable('BTC', { address: word });
  if (word.length === 34 && word.startsWith('T')) return isPayable('TRON', { address: word });
  // Without a checksum: at least no ordinary word, and no hexadecimal hash.
  return isMixed(word) && word.length <= 44 && isSolana(word);
}

const isMixed = (word: string): boolean =>
  /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word);

const isSolana = (word: string): boolean => isPayable('SOLANA', { address: word, confirm: word });

/** Without "0x" a hash of 40 digits looks the same, so its capital letters must be those of an address. */
const isBareEvmAddress = (word: string): boolean =>
  /^[0-9a-f]{40}$/i.test(word) &&
  isMixed(word) &&
  isPayable('EVM', { chainId: 1, address: `0x${word}` });

const evmStart = /(?<![A-Za-z0-9])0 ?x/gi;
const evmDigits = 40;

/** "0x5aAe b605 3F3E …". A longer number in the same groups is a hash. */
function hasGroupedEvmAddress(text: string): boolean {
  for (const { 0: prefix, index } of text.matchAll(evmStart)) {
    if (isGroupedEvm(text, index + prefix.length)) return true;
  }
  return false;
}

function isGroupedEvm(text: string, start: number): boolean {
  let digits = 0;
  let groupSize = 0;
  let lastGroup = '';
  for (const { char, startsGroup, endsGroup } of readCharacters(text, start)) {
    if (startsGroup && digits === evmDigits) return !isNextGroup(text, start, groupSize);
    if (digits === evmDigits || !/[0-9a-f]/i.test(char)) return false;
    lastGroup = startsGroup ? char : lastGroup + char;
    if (endsGroup && groupSize === 0) groupSize = lastGroup.length;
    digits += 1;
  }
  return digits === evmDigits;
}

/** Whether hexadecimal digits go on after the 40th, in a group as long as the first. */
function isNextGroup(text: string, start: number, groupSize: number): boolean {
  let count = 0;
  let group = '';
  for (const { char, endsGroup } of readCharacters(text, start)) {
    count += 1;
    if (count <= evmDigits) continue;
    group += char;
    if (endsGroup) break;
  }
  return group.length === groupSize && groupSize < evmDigits && /^[0-9a-f]+$/i.test(group);
}

/** Lengths of addresses: 62 for taproot, 44 at most for Solana. */
const maxAddressLength = 62;
const minAddressLength = 26;
const minSolanaGroup = 3;
/** No ordinary message has so many candidates; a check computes hashes. */
const maxChecks = 150;

const firstGroup = /(?<![A-Za-z0-9])[A-Za-z0-9]{1,12}(?![A-Za-z0-9])/g;

/** "bc1q w508 d6qe …": groups of one size, the last at most as long. Words may follow. */
function hasGroupedAddress(text: string): boolean {
  let checks = 0;
  for (const { index } of text.matchAll(firstGroup)) {
    for (const candidate of listCandidates(text, index)) {
      if (++checks > maxChecks || isGrouped(candidate)) return true;
    }
  }
  return false;
}

function isGrouped(candidate: string): boolean {
  if (/^(?:bc1|[13])/i.test(candidate)) return isPayable('BTC', { address: candidate });
  if (candidate.startsWith('T') && candidate.length === 34)
    return isPayable('TRON', { address: candidate });
  return isSolana(candidate);
}

/** What the groups from here on spell, at each end of a group where it can be an address. */
function listCandidates(text: string, start: number): string[] {
  const found: string[] = [];
  let word = '';
  let group = 0;
  let size = 0;
  for (const { char, endsGroup } of readCharacters(text, start)) {
    word += char;
    group += 1;
    const isTooLong = word.length > maxAddressLength || (size > 0 && group > size);
    if (isTooLong || !(isBase58(char) || isSegwit(word))) return found;
    if (!endsGroup) continue;
    if (size === 0) size = group;
    // Solana's addresses begin with any character, so this bounds the work of a message of single characters.
    if (size < minSolanaGroup && !/^[13bT]/i.test(word)) return found;
    if (canBeAddress(word)) found.push(word);
    if (group < size) return found;
    group = 0;
  }
  return found;
}

const base58Characters = new Set('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
const isBase58 = (char: string): boolean => base58Characters.has(char);
const isSegwit = (word: string): boolean => 'bc1'.startsWith(word.slice(0, 3).toLowerCase());

/** Before anything is decoded: length, letters and, without a checksum, a word that no one writes. */
function canBeAddress(word: string): boolean {
  const { length } = word;
  if (length < minAddressLength) return false;
  if (/^bc1/i.test(word)) return length === 42 || length === 62;
  const isChecked = length <= 35 && /^[13T]/.test(word);
  if (!isChecked && length !== 43 && length !== 44) return false;
  // Ordinary words and columns of numbers are no candidates.
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && (isChecked || /\d/.test(word));
}
