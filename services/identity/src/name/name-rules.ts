/** What an account's name may not contain, so that no name imitates the platform or its staff. Pure. */

import { normalizeText } from '@nameloan/runtime/normalize-text';
import { parse } from 'tldts';
import { toLowerSkeleton, toSkeleton } from './skeleton.ts';

const maxCodeUnits = 400;
const productName = 'nameloan';
const staffWords = [
  'support',
  'admin',
  'administrator',
  'operator',
  'moderator',
  'staff',
  'helpdesk',
  'official',
  'security team',
  'escrow team',
  'system',
];

/** The staff word that the name has as a word, or as words written apart; undefined if it has none. */
export function findStaffWord(name: string): string | undefined {
  const runs = listRuns(name);
  return staffWords.find((word) => runs.has(toSkeleton(word.replace(' ', ''))));
}

/** Whether the product's name is in the name: within a word, or written apart as words. */
export function hasProductName(name: string): boolean {
  const wanted = toSkeleton(productName);
  return splitWords(name).some((word) => word.includes(wanted)) || listRuns(name).has(wanted);
}

/** Whether it contains a web address, a domain name under a public suffix, or an IP address. */
export function hasWebAddress(name: string): boolean {
  const plain = normalizeText(name, { form: 'NFKC', maxCodeUnits }) ?? name;
  // The skeleton of m is rn.
  return [plain, toLowerSkeleton(name).replaceAll('rn', 'm')].some((text) => {
    const dotted = text.toLowerCase().replace(/[。｡]/g, '.');
    return /https?:|www\./.test(dotted) || dotted.split(/[^\p{L}\p{M}\p{N}.-]+/u).some(isHost);
  });
}

export function isSameName(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => toSkeleton(name).trim().replace(/\s+/g, ' '));
  return first === second;
}

function isHost(word: string): boolean {
  const host = word.replace(/^[.-]+|[.-]+$/g, '');
  if (!host.includes('.')) return false;
  const { isIp, isIcann, domain } = parse(host, { extractHostname: false });
  return isIp === true || (isIcann === true && domain !== null);
}

/** Words in skeleton form. */
function splitWords(name: string): string[] {
  return toSkeleton(name)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');
}

/**
 * All runs of successive words, joined: `help desk` has `help`, `desk` and `helpdesk`. Names that contain the letters
 * across words, such as Jana Meloan, are not affected. Digits around a word, as in Admin7, don't count.
 */
function listRuns(name: string): ReadonlySet<string> {
  const withoutDigits = name.replace(/(?<![\p{L}\p{N}])\p{N}+|\p{N}+(?![\p{L}\p{N}])/gu, ' ');
  const runs = new Set<string>();
  for (const words of [splitWords(name), splitWords(withoutDigits)])
    for (let from = 0; from < words.length; from++)
      for (let to = from + 1; to <= words.length; to++) runs.add(words.slice(from, to).join(''));
  return runs;
}
