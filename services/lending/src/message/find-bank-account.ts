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
  isNumber: (typed: string, place: Place) => boolean;
}

interface Place {
  /** The text that precedes the number. */
  before: string;
  /** Whether its name follows it. */
  isFirst: boolean;
}

const routingDigits = '(?<![A-Za-z\\d])(\\d{3}[ .-]?\\d{3}[ .-]?\\d{3})(?![A-Za-z\\d])';
/** Not a part of "18.03.2027". */
const sortDigits =
  '(?<![A-Za-z\\d-]|\\d[./])(\\d{2}[ ./-]?\\d{2}[ ./-]?\\d{2})(?![A-Za-z\\d-]|[./]\\d)';
const accountDigits = '(?<![A-Za-z\\d-])(\\d(?:[ .-]?\\d){5,16})(?![A-Za-z\\d-])';
const routingName = '\\b(?:routing|aba|rtn)\\b';
const sortName = '\\bsort(?:ing)?[ -]?codes?\\b';
/** Not "account now", "not", "notice" or "no longer". */
const accountName =
  '\\b(?:account|acct|acc|a/c)[ .]{0,2}(?:(?:number|num|nr|no(?! longer))s?(?![A-Za-z])|#)';
/** Words between a name and its number, on one line. */
const gap = '[^\\d\\n]{0,30}';

const named = (name: string, number: string): RegExp => new RegExp(`${name}${gap}${number}`, 'gi');
const after = (name: string, number: string): RegExp => new RegExp(`${number}${gap}${name}`, 'gi');

/** How these numbers are written themselves; "12-11-26" is a sort code, unless a word like "on" precedes it. */
const sortSeparator = /^[ -]?$/;
const accountSeparator = /^$/;

/** A word that names the number is enough, because no one else writes it next to one. */
const namedNumbers: readonly NamedNumber[] = [
  {
    patterns: [named(routingName, routingDigits), after(routingName, routingDigits)],
    isNumber: isRouting,
  },
  {
    patterns: [named(sortName, sortDigits), after(sortName, sortDigits)],
    isNumber: (typed, place) => !isWrittenDate(typed, place, sortSeparator),
  },
  {
    patterns: [named(accountName, accountDigits)],
    isNumber: (typed, place) => !isWrittenDate(typed, place, accountSeparator),
  },
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
      [...text.matchAll(pattern)].some((found) => {
        const { 0: all, 1: number = '', index } = found;
        const at = index + all.lastIndexOf(number);
        const before = text.slice(Math.max(0, at - maxDateWord), at);
        return isNumber(number, { before, isFirst: at === index });
      }),
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
  const isPair = (one: Span, other: Span): boolean => {
    const [first, second] = one.from < other.from ? [one, other] : [other, one];
    const between = text.slice(first.to, second.from);
    if (second.from < first.to || between.length > maxDistance) return false;
    return isAccount || (/^[\s,;:/|]{1,5}$/.test(between) && isPlain(other.text));
  };
  // Both lists are in the order of the text, so each code is compared with its neighbours only.
  let next = 0;
  return codes.some((one) => {
    while (next < accounts.length && (accounts[next]?.to ?? 0) + maxDistance < one.from) next += 1;
    for (let i = next; i < accounts.length; i += 1) {
      const other = accounts[i];
      if (!other || other.from > one.to + maxDistance) break;
      if (isPair(one, other)) return true;
    }
    return false;
  });
}

type Span = ReturnType<typeof toSpan>;

function toSpan({ 0: text, index }: RegExpMatchArray) {
  const from = index ?? 0;
  return { text, from, to: from + text.length };
}

const dateWord = /\b(?:on|by|since|until|till|from|before|after)\s$/i;
/** "from 27-11-26 to 28-11-26. The sort code follows": but "my sort code changed to 20-11-26". */
const rangeWord = /\bto\s$/i;
const maxDateWord = 10;

/** A date next to the name of a number: in groups as no such number is written, or after a word like "on". */
function isWrittenDate(typed: string, { before, isFirst }: Place, ownSeparator: RegExp): boolean {
  const groups = typed.split(/\D/);
  if (!isDate(groups.join(''))) return false;
  const separator = typed.match(/\D/)?.[0] ?? '';
  if (dateWord.test(before) || (isFirst && rangeWord.test(before))) return true;
  return groups.length === 3 && !ownSeparator.test(separator);
}

/** 20261127, 27112026 or 11272026, and the same with a year of two digits. */
function isDate(digits: string): boolean {
  const yearLength = digits.length - 4;
  if (yearLength !== 2 && yearLength !== 4) return false;
  return [
    [digits.slice(0, yearLength), digits.slice(yearLength, -2), digits.slice(-2)],
    [digits.slice(4), digits.slice(2, 4), digits.slice(0, 2)],
    [digits.slice(4), digits.slice(0, 2), digits.slice(2, 4)],
  ].some(([typedYear, month, day]) => {
    const year = Number(typedYear) + (yearLength === 2 ? 2000 : 0);
    const isYear = year >= 1900 && year <= 2100;
    return (
      isYear && Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
    );
  });
}
