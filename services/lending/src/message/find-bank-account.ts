/** Finds accounts of US and UK banks in a text, and codes of banks next to a word that names them. Pure. */

import type { PayeeKind } from '@nameloan/contracts/payee';
import type { TypedFields } from '@nameloan/payee-details/check-fields';
import { checkPayeeFields } from '@nameloan/payee-details/check-fields';

export const hasBankAccount = (text: string): boolean =>
  hasNamedNumber(text) || hasPair(text, usPair) || hasPair(text, ukPair);

const isPayable = (kind: PayeeKind, fields: TypedFields): boolean =>
  'fields' in checkPayeeFields(kind, fields);

const isRouting = (typed: string): boolean => {
  const routing = typed.replace(/\D/g, '');
  return isPayable('US_BANK', { routing, account: '1234', accountType: 'checking' });
};

interface NamedNumber {
  /** One group: the number. Each pattern begins with a word or a digit and has bounded repetitions only. */
  patterns: readonly RegExp[];
  isNumber: (typed: string) => boolean;
}

const routingDigits = '(?<![A-Za-z\\d])(\\d{3}[ .-]?\\d{3}[ .-]?\\d{3})(?![A-Za-z\\d])';
const sortDigits = '(?<![A-Za-z\\d-])(\\d{2}[ ./-]?\\d{2}[ ./-]?\\d{2})(?![A-Za-z\\d-])';
const accountDigits = '(?<![A-Za-z\\d-])(\\d(?:[ .-]?\\d){5,16})(?![A-Za-z\\d-])';
const routingName = '\\b(?:routing|aba|rtn)\\b';
const sortName = '\\bsort(?:ing)?[ -]?codes?\\b';
const accountName = '\\b(?:account|acct|acc|a/c)[ .]{0,2}(?:number|num|no|nr|#)';
/** Words between a name and its number, on one line. */
const gap = '[^\\d\\n]{0,30}';

const named = (name: string, number: string): RegExp => new RegExp(`${name}${gap}${number}`, 'gi');
const after = (name: string, number: string): RegExp => new RegExp(`${number}${gap}${name}`, 'gi');

/** A word that names the number is enough, because no one else writes it next to one. */
const namedNumbers: readonly NamedNumber[] = [
  {
    patterns: [named(routingName, routingDigits), after(routingName, routingDigits)],
    isNumber: isRouting,
  },
  {
    patterns: [named(sortName, sortDigits), after(sortName, sortDigits)],
    isNumber: () => true,
  },
  { patterns: [named(accountName, accountDigits)], isNumber: () => true },
  {
    // Only capital letters: "a SWIFT transfer" is no code.
    patterns: [
      /\b(?:SWIFT|BIC|Swift|Bic|swift|bic)\b[^\n]{0,20}?\b([A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?)\b/g,
    ],
    isNumber: (bic) => {
      const checked = checkPayeeFields('SWIFT', { bic });
      return !('refused' in checked && checked.refused.bic);
    },
  },
];

const hasNamedNumber = (text: string): boolean =>
  namedNumbers.some(({ patterns, isNumber }) =>
    patterns.some((pattern) =>
      [...text.matchAll(pattern)].some(([, number = '']) => isNumber(number)),
    ),
  );

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
  code: /(?<![A-Za-z\d-])\d{3}[ .-]?\d{3}[ .-]?\d{3}(?![A-Za-z\d-])/g,
  account: /(?<![A-Za-z\d-])\d{4,17}(?![A-Za-z\d-])/g,
  keyword: /\b(?:routing|aba|rtn|ach|wire|account|acct|checking|savings)\b/i,
  isCode: isRouting,
  isPlain: (account) => account.length >= 6,
};

const ukPair: NumberPair = {
  code: /(?<![A-Za-z\d-])\d{2}[ -]\d{2}[ -]\d{2}(?![A-Za-z\d-])/g,
  account: /(?<![A-Za-z\d-])\d{8}(?![A-Za-z\d-])/g,
  keyword: /\b(?:sort ?code|account|acct|acc|bank)\b/i,
  isCode: () => true,
  isPlain: (account) => !isDate(account),
};

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
