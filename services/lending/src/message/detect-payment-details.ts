/**
 * Whether a chat message contains something like payment details. A message decides nothing about payments, so a reader
 * is warned of everything that could be an account or an address, and of nothing else. Pure.
 */

import type { PayeeKind } from '@nameloan/contracts/payee';
import type { TypedFields } from '@nameloan/payee-details/check-fields';
import { checkPayeeFields } from '@nameloan/payee-details/check-fields';
import { normalizeText } from '@nameloan/runtime/normalize-text';

/** A message has at most 4,000 characters, some of two code units. */
const maxMessageUnits = 8_000;

export function hasPaymentDetails(message: string): boolean {
  const text = toPlainText(message);
  return hasAddress(text) || (/\d/.test(text) && hasBankAccount(text));
}

/** Other forms of digits and letters, and characters that show nothing, hide no account. */
function toPlainText(message: string): string {
  const normal = normalizeText(message, { form: 'NFKC', maxCodeUnits: maxMessageUnits });
  return (normal ?? message)
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{Zs}/gu, ' ');
}

const isPayable = (kind: PayeeKind, fields: TypedFields): boolean =>
  'fields' in checkPayeeFields(kind, fields);

/** A word as long as an address of one of the chains. */
const addressLike = /(?<![A-Za-z0-9])(?:0x[0-9A-Fa-f]{40}|[A-Za-z0-9]{26,90})(?![A-Za-z0-9])/g;

function hasAddress(text: string): boolean {
  for (const [word] of text.matchAll(addressLike)) if (isAddress(word)) return true;
  return false;
}

function isAddress(word: string): boolean {
  // Even one with a typing error: wallets that ignore its capital letters pay to it.
  if (/^0x[0-9a-f]{40}$/i.test(word)) return true;
  if (/^(?:bc1|[13])/i.test(word)) return isPayable('BTC', { address: word });
  if (word.length === 34 && word.startsWith('T')) return isPayable('TRON', { address: word });
  // Without a checksum: at least no ordinary word, and no hexadecimal hash.
  const isMixed = /\d/.test(word) && /[a-z]/.test(word) && /[A-Z]/.test(word);
  return isMixed && word.length <= 44 && isPayable('SOLANA', { address: word, confirm: word });
}

function hasBankAccount(text: string): boolean {
  return hasIban(text) || hasUsAccount(text) || hasUkAccount(text);
}

const ibanStart = /(?<![A-Za-z0-9])[A-Za-z]{2} ?\d{2}(?=[ -]?[A-Za-z0-9])/g;
const maxIbanLength = 34;
const minIbanLength = 15;

/** With single spaces or hyphens between its characters; words may follow. */
function hasIban(text: string): boolean {
  for (const { index } of text.matchAll(ibanStart)) {
    let iban = '';
    for (let at = index; at < text.length && iban.length < maxIbanLength; at++) {
      const char = text.charAt(at);
      const isSeparator = char === ' ' || char === '-';
      if (isSeparator && !/[A-Za-z0-9]/.test(text.charAt(at + 1))) break;
      if (isSeparator) continue;
      if (!/[A-Za-z0-9]/.test(char)) break;
      iban += char.toUpperCase();
      const ends = !/[A-Za-z0-9]/.test(text.charAt(at + 1));
      if (ends && iban.length >= minIbanLength && isIban(iban)) return true;
    }
  }
  return false;
}

/** Most numbers fail at the remainder, which is much cheaper than all checks. */
const isIban = (iban: string): boolean =>
  modulo97(`${iban.slice(4)}${iban.slice(0, 4)}`) === 1 && isPayable('IBAN', { iban });

function modulo97(text: string): number {
  let rest = 0;
  for (const char of text) {
    const value = Number.parseInt(char, 36);
    rest = (rest * (value < 10 ? 10 : 100) + value) % 97;
  }
  return rest;
}

interface NumberPair {
  code: RegExp;
  account: RegExp;
  /** A word that makes two numbers an account. */
  keyword: RegExp;
  isCode: (code: string) => boolean;
  /** Whether the second number counts without a word about accounts, right after the first. */
  isPlain: (account: string) => boolean;
}

const usPair: NumberPair = {
  code: /(?<![\d-])\d{3}[ -]?\d{3}[ -]?\d{3}(?![\d-])/g,
  account: /(?<![\d-])\d{4,17}(?![\d-])/g,
  keyword: /\b(?:routing|aba|rtn|ach|wire|account|acct|checking|savings)\b/i,
  isCode: (routing) => {
    const digits = routing.replace(/[ -]/g, '');
    return isPayable('US_BANK', { routing: digits, account: '1234', accountType: 'checking' });
  },
  isPlain: (account) => account.length >= 6,
};

const ukPair: NumberPair = {
  code: /(?<![\d-])\d{2}[ -]\d{2}[ -]\d{2}(?![\d-])/g,
  account: /(?<![\d-])\d{8}(?![\d-])/g,
  keyword: /\b(?:sort ?code|account|acct|acc|bank)\b/i,
  isCode: () => true,
  isPlain: (account) => !isDate(account),
};

const hasUsAccount = (text: string): boolean => hasPair(text, usPair);
const hasUkAccount = (text: string): boolean => hasPair(text, ukPair);

/** Further apart, two numbers belong to different sentences. */
const maxDistance = 80;

/** A bank's code and an account number near each other, with a word about accounts or nothing between them. */
function hasPair(text: string, { code, account, keyword, isCode, isPlain }: NumberPair): boolean {
  const codes = [...text.matchAll(code)].filter(([found]) => isCode(found)).map(toSpan);
  if (codes.length === 0) return false;
  const accounts = [...text.matchAll(account)].map(toSpan);
  const isAccount = keyword.test(text);
  return codes.some((one) =>
    accounts.some((other) => {
      const [first, second] = one.from < other.from ? [one, other] : [other, one];
      const between = text.slice(first.to, second.from);
      if (second.from < first.to || between.length > maxDistance) return false;
      return isAccount || (/^[\s,;:/|]{1,5}$/.test(between) && isPlain(other.text));
    }),
  );
}

function toSpan({ 0: text, index }: RegExpMatchArray) {
  const from = index ?? 0;
  return { text, from, to: from + text.length };
}

/** 20261127 or 27112026. */
function isDate(digits: string): boolean {
  return [
    [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)],
    [digits.slice(4), digits.slice(2, 4), digits.slice(0, 2)],
    [digits.slice(4), digits.slice(0, 2), digits.slice(2, 4)],
  ].some(([year, month, day]) => {
    const isYear = Number(year) >= 1900 && Number(year) <= 2100;
    return (
      isYear && Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
    );
  });
}
