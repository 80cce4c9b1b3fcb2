/** The built-in value estimate of a domain name, made of simple factors that its owner can check. */

import type { ParsedName } from '../name/parse-name.ts';
import { splitWords } from './common-words.ts';

export interface AppraisalFactor {
  /** `length`, `suffix`, `words`, `digits`, `hyphens` or `IDN`. */
  readonly name: string;
  /** A sentence for the owner. */
  readonly text: string;
  readonly effect: 'RAISES' | 'LOWERS' | 'NEUTRAL';
}

/** Whole US cents, low < mid < high, each a whole number of dollars of two significant digits. */
export interface Appraisal {
  readonly lowCents: number;
  readonly midCents: number;
  readonly highCents: number;
  readonly factors: readonly AppraisalFactor[];
  readonly at: Date;
}

/** The service uses one appraiser, chosen by its settings; another implementation may call an external provider. */
export interface Appraiser {
  appraise(name: ParsedName, at: Date): Promise<Appraisal>;
}

export const builtInAppraiser: Appraiser = {
  appraise: async (name, at) => appraise(name, at),
};

interface WeightedFactor extends AppraisalFactor {
  readonly multiplier: number;
}

/** Base value in dollars of a .com name of letters only, by length; index 0 is one character. */
const lengthDollars = [
  250_000, 60_000, 12_000, 2_800, 1_300, 900, 700, 560, 450, 360, 290, 235, 190, 155, 125,
];
/** Multiplier for each character beyond the table. */
const decayPerCharacter = 0.88;
const minDollars = 20;
const maxDollars = 5_000_000;
/** The range around the mid value, as wide as the prices of comparable sales. */
const lowRatio = 0.55;
const highRatio = 1.8;

/** Relative to .com, the most valuable suffix. */
const suffixMultipliers: ReadonlyMap<string, number> = new Map([
  ['com', 1],
  ['ai', 0.6],
  ['io', 0.45],
  ['org', 0.4],
  ['net', 0.35],
  ['co', 0.35],
  ['app', 0.25],
  ['dev', 0.22],
  ['me', 0.15],
  ['xyz', 0.12],
  ['tech', 0.12],
  ['info', 0.12],
  ['biz', 0.1],
]);
const defaultSuffixMultiplier = 0.08;

const wordCountMultipliers = [1, 10, 3.5, 1.6];
const onlyDigitsMultiplier = 0.8;
const mixedDigitsMultiplier = 0.35;
const firstHyphenMultiplier = 0.3;
const furtherHyphenMultiplier = 0.6;
const idnMultiplier = 0.4;

/** The estimate depends only on the name; `at` is recorded as its date. */
export function appraise(name: ParsedName, at: Date): Appraisal {
  const label = getDisplayLabel(name);
  const weightedFactors = [
    suffixFactor(name.suffix),
    wordsFactor(label, name),
    digitsFactor(label),
    hyphensFactor(label),
    idnFactor(name),
  ].filter((factor) => factor !== undefined);
  const length = [...label].length;
  const multiplier = weightedFactors.reduce((product, factor) => product * factor.multiplier, 1);
  const exact = baseDollars(length) * multiplier;
  const mid = roundToTwoDigits(Math.min(maxDollars, Math.max(minDollars, exact)));
  const factors = weightedFactors.map(({ name, text, effect }) => ({ name, text, effect }));
  return {
    lowCents: roundToTwoDigits(mid * lowRatio) * 100,
    midCents: mid * 100,
    highCents: roundToTwoDigits(mid * highRatio) * 100,
    factors: [lengthFactor(length), ...factors],
    at,
  };
}

function getDisplayLabel({ unicode }: ParsedName): string {
  return unicode.slice(0, unicode.indexOf('.'));
}

function baseDollars(length: number): number {
  const last = lengthDollars.length;
  const known = lengthDollars[Math.min(length, last) - 1] ?? minDollars;
  return known * decayPerCharacter ** Math.max(0, length - last);
}

function lengthFactor(length: number): AppraisalFactor {
  const characters = length === 1 ? '1 character' : `${length} characters`;
  if (length <= 5) return { name: 'length', text: `Short: ${characters}.`, effect: 'RAISES' };
  if (length <= 12)
    return { name: 'length', text: `Average length: ${characters}.`, effect: 'NEUTRAL' };
  return { name: 'length', text: `Long: ${characters}.`, effect: 'LOWERS' };
}

function suffixFactor(suffix: string): WeightedFactor {
  const multiplier = suffixMultipliers.get(suffix) ?? defaultSuffixMultiplier;
  if (suffix === 'com') {
    return {
      name: 'suffix',
      text: '.com is the most popular ending.',
      effect: 'RAISES',
      multiplier,
    };
  }
  const text = `.${suffix} is less popular than .com.`;
  return { name: 'suffix', text, effect: multiplier >= 0.4 ? 'NEUTRAL' : 'LOWERS', multiplier };
}

function wordsFactor(label: string, name: ParsedName): WeightedFactor | undefined {
  if (isIdn(name) || /\d/.test(label)) return undefined;
  const words = label.split('-').flatMap((segment) => {
    const found = splitWords(segment);
    return found.length > 0 ? found : ['?'];
  });
  const spelled = words.includes('?') ? [] : words;
  const multiplier = wordCountMultipliers[spelled.length] ?? 1;
  if (multiplier === 1) {
    return {
      name: 'words',
      text: 'Not made up of common English words.',
      effect: 'NEUTRAL',
      multiplier,
    };
  }
  const text =
    spelled.length === 1
      ? `A common English word: ${label}.`
      : `Made up of common words: ${spelled.join(' + ')}.`;
  return { name: 'words', text, effect: 'RAISES', multiplier };
}

function digitsFactor(label: string): WeightedFactor | undefined {
  if (!/\d/.test(label)) return undefined;
  if (/^\d+$/.test(label)) {
    return {
      name: 'digits',
      text: 'Digits only.',
      effect: 'LOWERS',
      multiplier: onlyDigitsMultiplier,
    };
  }
  const text = 'Digits mixed with letters are hard to say and remember.';
  return { name: 'digits', text, effect: 'LOWERS', multiplier: mixedDigitsMultiplier };
}

function hyphensFactor(label: string): WeightedFactor | undefined {
  const count = label.split('-').length - 1;
  if (count === 0) return undefined;
  const multiplier = firstHyphenMultiplier * furtherHyphenMultiplier ** (count - 1);
  const text = count === 1 ? 'Contains a hyphen.' : `Contains ${count} hyphens.`;
  return { name: 'hyphens', text, effect: 'LOWERS', multiplier };
}

function idnFactor(name: ParsedName): WeightedFactor | undefined {
  if (!isIdn(name)) return undefined;
  const text = 'Contains letters other than a to z, which not everyone can type.';
  return { name: 'IDN', text, effect: 'LOWERS', multiplier: idnMultiplier };
}

function isIdn(name: ParsedName): boolean {
  return name.label.startsWith('xn--');
}

/** Rounds to two significant digits; rounding keeps the order of two amounts. */
function roundToTwoDigits(dollars: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(dollars)) - 1);
  return Math.round(dollars / step) * step;
}
